import { expect, test } from 'vitest'
import {
  DEFAULT_DISPLAY_OPTIONS,
  fileExtensionOf,
  resetForNextModel,
  toViewerOptions,
} from '../../../src/ui/look/display-options.ts'

test('sets only seven viewer options for the default display options', () => {
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
  const options = {
    ...DEFAULT_DISPLAY_OPTIONS,
    occlusion: 'Split',
    emotion: { jawOpen: 1 },
    clip: 0,
    isPlaying: false,
    clipTime: 0.5,
  } as const
  expect(toViewerOptions(options)).toMatchObject({
    occlusion: { mode: 'Split', quality: 'Medium' },
    emotion: { jawOpen: 1 },
    clip: 0,
    clipPlaying: false,
    clipTime: 0.5,
  })
  expect(resetForNextModel(options)).toEqual({ ...DEFAULT_DISPLAY_OPTIONS, occlusion: 'Split' })
})

test('returns the file extension of each picture format', () => {
  expect((['image/png', 'image/jpeg', 'image/webp'] as const).map(fileExtensionOf)).toEqual(['png', 'jpg', 'webp'])
})
