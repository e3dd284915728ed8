/** Overlays that capture focus and keys. Toasts (alert dialogs in a region) do not. */
const OVERLAY_SELECTOR = '[role="dialog"], [role="alertdialog"]:not([role="region"] *), [role="menu"], [role="listbox"]'

export const isOverlayOpen = (): boolean => document.querySelector(OVERLAY_SELECTOR) !== null
