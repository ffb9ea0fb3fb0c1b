/**
 * The script that sorts and filters long tables; a page reads the same without it. It touches nothing but the tables of
 * the page, and the page's policy lets no other script run.
 */
export const SCRIPT = `
for (const table of document.querySelectorAll('table.browse')) {
	const region = table.parentElement;
	const head = [...table.tHead.rows[0].cells];
	const body = table.tBodies[0];
	const rows = [...body.rows].map((row, order) => ({ row, order, cells: [...row.cells] }));
	const words = (entry, column) => (entry.cells[column].querySelector('summary') ?? entry.cells[column]).textContent.trim();
	const number = (entry, column) => Number.parseFloat(words(entry, column).replace(/[,+%\\s]/g, ''));
	const controls = document.createElement('div');
	controls.className = 'controls';
	controls.setAttribute('role', 'group');
	controls.setAttribute('aria-label', 'Filter of ' + region.getAttribute('aria-label'));
	const status = document.createElement('span');
	status.setAttribute('role', 'status');
	const labelled = (name, input) => {
		const label = document.createElement('label');
		label.append(name, input);
		// Of a label around a list of values, some readers would read out every value.
		input.setAttribute('aria-label', name);
		controls.append(label);
		return input;
	};
	const search = labelled('find ' + head[0].textContent, document.createElement('input'));
	search.type = 'search';
	const filters = head.flatMap((cell, column) => {
		if (!cell.hasAttribute('data-filter')) return [];
		const select = labelled(cell.textContent, document.createElement('select'));
		const values = [...new Set(rows.map((entry) => words(entry, column)))];
		for (const value of ['', ...values]) {
			const option = document.createElement('option');
			option.value = value;
			option.textContent = value === '' ? 'all' : value;
			select.append(option);
		}
		return [{ select, column }];
	});
	controls.append(status);
	region.before(controls);
	const show = () => {
		const sought = search.value.trim().toLowerCase();
		let shown = 0;
		for (const entry of rows) {
			const fits =
				words(entry, 0).toLowerCase().includes(sought) &&
				filters.every(({ select, column }) => select.value === '' || words(entry, column) === select.value);
			entry.row.hidden = !fits;
			if (fits) shown++;
		}
		region.classList.toggle('few', shown <= 200);
		status.textContent = shown + ' of ' + rows.length + ' rows';
	};
	search.addEventListener('input', show);
	for (const { select } of filters) select.addEventListener('change', show);
	head.forEach((cell, column) => {
		const button = document.createElement('button');
		button.type = 'button';
		button.append(...cell.childNodes);
		cell.append(button);
		const numeric = cell.classList.contains('number');
		button.addEventListener('click', () => {
			const before = cell.getAttribute('aria-sort');
			const down = before === null ? numeric : before === 'ascending';
			for (const other of head) other.removeAttribute('aria-sort');
			cell.setAttribute('aria-sort', down ? 'descending' : 'ascending');
			const sign = down ? -1 : 1;
			const inOrder = new Intl.Collator('en', { numeric: true }).compare;
			const keyed = rows.map((entry) => ({ ...entry, key: numeric ? number(entry, column) : words(entry, column) }));
			keyed.sort((x, y) => {
				if (!numeric) return sign * inOrder(x.key, y.key) || x.order - y.order;
				const [none, other] = [Number.isNaN(x.key), Number.isNaN(y.key)];
				if (none || other) return Number(none) - Number(other) || x.order - y.order;
				return sign * (x.key - y.key) || x.order - y.order;
			});
			body.append(...keyed.map(({ row }) => row));
		});
	});
	show();
}
`.trim();
