import { PerspectiveCamera } from 'three'
import { describe, expect, test, vi } from 'vitest'
import { takePicture } from '../../../src/ui/viewer/capture.ts'
import type { Stage } from '../../../src/ui/viewer/stage.ts'

/** A stage whose canvas makes pictures as an engine does that knows these types: others become PNG (HTML, "toBlob"). */
function stageThatMakes(known: readonly string[]): Stage {
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

describe('a picture', () => {
  test.each(['image/png', 'image/jpeg', 'image/webp'])('as %s is one', async (type) => {
    const picture = await takePicture(stageThatMakes(['image/png', 'image/jpeg', 'image/webp']), { type })
    expect(picture.type).toBe(type)
  })

  test('as WebP is refused where the engine makes none, not handed over as a PNG that says WebP', async () => {
    await expect(takePicture(stageThatMakes(['image/png', 'image/jpeg']), { type: 'image/webp' })).rejects.toThrow(
      'No picture as image/webp',
    )
  })
})
