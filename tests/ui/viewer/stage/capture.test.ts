import { describe, expect, test } from 'vitest'
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
})
