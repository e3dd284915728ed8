/** Overlays that capture focus and keys. Toasts, which are in a region of their own, do not. */
const OVERLAY_SELECTOR = '[role="dialog"], [role="alertdialog"]:not([role="region"] *), [role="menu"], [role="listbox"]'

/** Returns whether an overlay is open. */
export const isOverlayOpen = (): boolean => document.querySelector(OVERLAY_SELECTOR) !== null
