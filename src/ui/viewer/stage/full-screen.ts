/** Returns whether `element` is shown in full screen, in its document or inside a shadow tree. */
export const isFullScreen = (element: HTMLElement): boolean =>
  (element.getRootNode() as Document | ShadowRoot).fullscreenElement === element
