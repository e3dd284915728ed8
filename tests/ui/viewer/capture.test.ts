import { describe, expect, test } from 'vitest'
import { takePicture } from '../../../src/ui/viewer/capture.ts'
import { stageThatMakes } from '../../support/picture-stage.ts'

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
