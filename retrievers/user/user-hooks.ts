/** Every method of a class or object of the user's that is called; anything else of it is its own affair. */
const HOOKS = 'build_index(lines), buildIndex(docs) or index(docs); retrieve(query, k); index_size_bytes(); close()';

export const SHAPES = `A retriever is a plugin ({ name, index }), a class or object with retrieve(query, k), or a function (query, k) => ids. Methods that are called: ${HOOKS}.`;

/** Names that authors give to what we call otherwise, by the hook that is meant. */
const OTHER_NAMES: Readonly<Record<string, RegExp>> = {
	retrieve: /^(search|query|recall|find|retrieve\w+|rank|get_?results?)$/i,
	buildIndex:
		/^(add|add_?(all|docs?|documents|memories)|build|fit|init|initiali[sz]e|setup|load|ingest|insert|upsert|store|train|index_?\w+|build_?\w+)$/i,
	close: /^(dispose|destroy|shutdown|stop|end|disconnect|teardown|cleanup)$/i,
};

const CALLED: Readonly<Record<string, readonly string[]>> = {
	retrieve: ['retrieve'],
	buildIndex: ['build_index', 'buildIndex', 'index', 'index_size_bytes', 'indexSizeBytes'],
	close: ['close'],
};

/**
 * In words, the methods of an object that look like one of our hooks, are named otherwise, and stand where the hook is
 * missing: `ingest() is never called; buildIndex() would be`.
 */
export function uncalledMethods(object: object): readonly string[] {
	const methods = methodsOf(object);
	return Object.entries(OTHER_NAMES).flatMap(([hook, names]) => {
		const called = CALLED[hook] ?? [];
		const hasHook = called.some((name) => methods.includes(name) && !/size/i.test(name));
		if (hasHook) return [];
		return methods
			.filter((name) => names.test(name) && !called.includes(name))
			.map((name) => `${name}() is never called; ${hook}() would be`);
	});
}

function methodsOf(object: object): readonly string[] {
	const names = new Set<string>();
	for (let one: object | null = object; one !== null && one !== Object.prototype; one = Object.getPrototypeOf(one))
		for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(one)))
			if (typeof value === 'function' && name !== 'constructor') names.add(name);
	return [...names];
}
