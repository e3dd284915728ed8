import { PerspectiveCamera } from 'three'
import { vi } from 'vitest'
import type { Stage } from '../../src/ui/viewer/stage.ts'

/** A stage whose canvas makes pictures as an engine does that knows these types: others become PNG (HTML, "toBlob"). */
export function stageThatMakes(known: readonly string[]): Stage {
  vi.stubGlobal('devicePixelRatio', 1)
  const domElement = {
    width: 40,
    height: 30,
    toBlob: (hand: (blob: Blob | null) => void, type: string) =>
      hand(new Blob(['x'], { type: known.includes(type) ? type : 'image/png' })),
  }
  const state = () => ({
    gl: { domElement, getPixelRatio: () => 1 },
    size: { width: 40, height: 30 },
    camera: new PerspectiveCamera(),
  })
  return { state, draw: () => {} } as unknown as Stage
}
