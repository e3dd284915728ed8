import { expect, test } from 'vitest'
import {
  DEFAULT_DISPLAY_OPTIONS,
  fileExtensionOf,
  resetForNextModel,
  toViewerOptions,
} from '../../../src/ui/look/display-options.ts'

test('sets only seven viewer options for the default look', () => {
  expect(toViewerOptions(DEFAULT_DISPLAY_OPTIONS)).toEqual({
    environment: 'city',
    lighting: 'three-point',
    shadows: true,
    float: false,
    fit: true,
    snap: false,
    lockVertical: true,
  })
})

test('sets occlusion, emotion and clip once chosen, and keeps only occlusion for the next model', () => {
  const look = {
    ...DEFAULT_DISPLAY_OPTIONS,
    occlusion: 'Split',
    emotion: { jawOpen: 1 },
    clip: 0,
    isPlaying: false,
    clipTime: 0.5,
  } as const
  expect(toViewerOptions(look)).toMatchObject({
    occlusion: { mode: 'Split', quality: 'Medium' },
    emotion: { jawOpen: 1 },
    clip: 0,
    clipPlaying: false,
    clipTime: 0.5,
  })
  expect(resetForNextModel(look)).toEqual({ ...DEFAULT_DISPLAY_OPTIONS, occlusion: 'Split' })
})

test('uses the file extension of the picture format', () => {
  expect((['image/png', 'image/jpeg', 'image/webp'] as const).map(fileExtensionOf)).toEqual(['png', 'jpg', 'webp'])
})
