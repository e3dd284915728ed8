/**
 * Releases a canvas's WebGL context immediately. Browsers limit the contexts of a page, and also count contexts that wait for
 * garbage collection. The browser may restore the context much later; the context is then released again.
 */
export function releaseContext(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('webgl2')
  if (!context) return
  const lose = (event?: Event) => {
    // Otherwise the former renderer would report the loss and request the context again.
    event?.stopImmediatePropagation()
    if (!context.isContextLost()) context.getExtension('WEBGL_lose_context')?.loseContext()
  }
  for (const eventType of ['webglcontextlost', 'webglcontextrestored']) {
    canvas.addEventListener(eventType, lose, { capture: true })
  }
  lose()
}
