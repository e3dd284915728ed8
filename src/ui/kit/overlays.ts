/** What stands over the page and has focus and keys to itself; a toast, which stands in a region of its own, does not. */
const OVERLAYS = '[role="dialog"], [role="alertdialog"]:not([role="region"] *), [role="menu"], [role="listbox"]'

/** Whether something stands over the page. */
export const isCovered = (): boolean => document.querySelector(OVERLAYS) !== null
