import { PerspectiveCamera } from 'three'
import { vi } from 'vitest'
import type { Stage } from '../../src/ui/viewer/stage/stage.ts'

/** Returns a stage whose canvas encodes only the given `imageTypes`. Other types become PNG, as HTML specifies for `toBlob`. */
export function createStageStub(imageTypes: readonly string[]): Stage {
  vi.stubGlobal('devicePixelRatio', 1)
  const domElement = {
    width: 40,
    height: 30,
    toBlob: (callback: (blob: Blob | null) => void, type: string) =>
      callback(new Blob(['x'], { type: imageTypes.includes(type) ? type : 'image/png' })),
  }
  const state = () => ({
    gl: { domElement, getPixelRatio: () => 1 },
    size: { width: 40, height: 30 },
    camera: new PerspectiveCamera(),
  })
  return { state, draw: () => {} } as unknown as Stage
}
