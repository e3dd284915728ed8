import { expect, test } from 'vitest'
import { type FilePlace, isPlaceable, placeFiles } from '../../../src/machines/rules/place-files.ts'

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

test.each(['boot_baseColour.png', 'boot-base_color.jpg', 'boot base-colour.webp', 'BASECOLOR.jpeg', 'Diffuse.png'])(
  '%s is a texture, also where the icon is still missing',
  (name) => {
    expect(placeFiles([name], ALL)).toEqual(['texture'])
    expect(placeFiles([name], ['icon'])).toBe(null)
  },
)

test('what a file is, its ending says, not what stands before it', () => {
  expect(placeFiles(['boot.glb.png', 'a.psd.webp'], ALL)).toEqual(['icon', 'texture'])
  expect(placeFiles(['boot.png.txt'], ALL)).toBe(null)
})

test('several models, a field that is taken, and what no field takes are not placed', () => {
  expect(placeFiles(['a.glb', 'b.glb'], ALL)).toBe(null)
  expect(placeFiles(['a.glb'], ['icon'])).toBe(null)
  expect(placeFiles(['notes.txt'], ALL)).toBe(null)
  expect(placeFiles([], ALL)).toEqual([])
})

test('there is a field for models, images and their source, and for nothing else', () => {
  const names = ['a.glb', 'a.PNG', 'a.jpeg', 'a.webp', 'a.psd', 'a.fbx', 'a.pdf', 'glb', 'folder']
  expect(names.filter(isPlaceable)).toEqual(['a.glb', 'a.PNG', 'a.jpeg', 'a.webp', 'a.psd'])
})
