import { expect, test } from 'vitest'
import { endingOf, forNextModel, optionsOf, PLAIN_LOOK } from '../../../src/ui/look/look.ts'

test('a plain look tells the viewer no more than it must', () => {
  expect(optionsOf(PLAIN_LOOK)).toEqual({
    environment: 'city',
    lighting: 'three-point',
    shadows: true,
    float: false,
    fit: true,
    snap: false,
    lockVertical: true,
  })
})

test('occlusion, faces and clips are told once they are chosen', () => {
  const look = {
    ...PLAIN_LOOK,
    occlusion: 'Split',
    emotion: { jawOpen: 1 },
    clip: 0,
    isPlaying: false,
    clipTime: 0.5,
  } as const
  expect(optionsOf(look)).toMatchObject({
    occlusion: { mode: 'Split', quality: 'Medium' },
    emotion: { jawOpen: 1 },
    clip: 0,
    clipPlaying: false,
    clipTime: 0.5,
  })
  expect(forNextModel(look)).toEqual({ ...PLAIN_LOOK, occlusion: 'Split' })
})

test('pictures are named after their format', () => {
  expect((['image/png', 'image/jpeg', 'image/webp'] as const).map(endingOf)).toEqual(['png', 'jpg', 'webp'])
})
