import type { View } from '../view.ts';
import type { Format } from './format.ts';

/** The first key of the JSON of a whole view, so that it is not taken for a result. */
export const VIEW_FORMAT = 'bench-view-1';

/** The view itself, tables and pictures as data: what `bench report` puts into a page. */
export const viewFormat: Format = {
	name: 'view',
	summary: 'tables and pictures as data, for bench report',
	render: (view) => JSON.stringify({ format: VIEW_FORMAT, view: withoutData(view) }),
};

/** `data` is the result itself, which pages do not show. */
function withoutData(view: View): View {
	return { ...view, data: {} };
}
