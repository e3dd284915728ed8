import { describe, expect, test, vi } from 'vitest'
import { takePicture } from '../../../../src/ui/viewer/stage/capture.ts'
import { createStageStub } from '../../../support/stage-stub.ts'

describe('takePicture', () => {
  test.each(['image/png', 'image/jpeg', 'image/webp'])('returns an image of type %s', async (type) => {
    const picture = await takePicture(createStageStub(['image/png', 'image/jpeg', 'image/webp']), { type })
    expect(picture.type).toBe(type)
  })

  test('rejects WebP where the browser cannot encode it, instead of returning a PNG', async () => {
    await expect(takePicture(createStageStub(['image/png', 'image/jpeg']), { type: 'image/webp' })).rejects.toThrow(
      'Cannot encode a picture as image/webp',
    )
  })

  test('is a PNG of quality 0.1 by default (Spec §9)', async () => {
    const stage = createStageStub(['image/png'])
    const encode = vi.spyOn(stage.state().gl.domElement, 'toBlob')
    await takePicture(stage)
    expect(encode.mock.calls.map(([, type, quality]) => [type, quality])).toEqual([['image/png', 0.1]])
  })
})
