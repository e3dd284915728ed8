import { expect, test } from 'vitest'
import { type FilePlace, placeFiles } from '../../../src/machines/rules/place-files.ts'

const ALL: FilePlace[] = ['model', 'texture', 'icon', 'psd']

test('a model, its images and its source that come together each find their field', () => {
  expect(placeFiles(['boot-icon.png', 'boot.GLB', 'boot_basecolor.jpg', 'boot.psd'], ALL)).toEqual([
    'icon',
    'model',
    'texture',
    'psd',
  ])
})

test('an image that doesn’t say what it is goes to the icon first, then to the texture', () => {
  expect(placeFiles(['a.webp', 'b.jpeg'], ALL)).toEqual(['icon', 'texture'])
  expect(placeFiles(['a.webp'], ['texture'])).toEqual(['texture'])
})

test('several models, a field that is taken, and what no field takes are not placed', () => {
  expect(placeFiles(['a.glb', 'b.glb'], ALL)).toBe(null)
  expect(placeFiles(['a.glb'], ['icon'])).toBe(null)
  expect(placeFiles(['notes.txt'], ALL)).toBe(null)
  expect(placeFiles([], ALL)).toEqual([])
})
