/** Whether `element` fills the screen, in its own document or inside a shadow tree. */
export const isFullScreen = (element: HTMLElement): boolean =>
  (element.getRootNode() as Document | ShadowRoot).fullscreenElement === element
