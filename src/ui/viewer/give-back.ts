/**
 * Gives a canvas's WebGL context back to the browser, in this very task: a page may have only so many, and one that waits
 * to be collected counts. One that the browser took away may come back by itself, long after its canvas was of use; then
 * it goes back again.
 */
export function giveBack(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('webgl2')
  if (!context) return
  const lose = (event?: Event) => {
    // Whoever drew here would say that it was lost, and ask for it again.
    event?.stopImmediatePropagation()
    if (!context.isContextLost()) context.getExtension('WEBGL_lose_context')?.loseContext()
  }
  for (const happening of ['webglcontextlost', 'webglcontextrestored']) {
    canvas.addEventListener(happening, lose, { capture: true })
  }
  lose()
}
