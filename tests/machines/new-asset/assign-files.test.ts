import { expect, test } from 'vitest'
import { type AssetFileField, assignFiles, hasFieldFor } from '../../../src/machines/new-asset/assign-files.ts'

const ALL: AssetFileField[] = ['model', 'texture', 'icon', 'psd']

test('assigns a model, an icon, a texture and a PSD file to their fields', () => {
  expect(assignFiles(['boot-icon.png', 'boot.GLB', 'boot_basecolor.jpg', 'boot.psd'], ALL)).toEqual([
    'icon',
    'model',
    'texture',
    'psd',
  ])
})

test('assigns an image whose name states no use to the icon, or to the texture if the icon is taken', () => {
  expect(assignFiles(['a.webp', 'b.jpeg'], ALL)).toEqual(['icon', 'texture'])
  expect(assignFiles(['a.webp'], ['texture'])).toEqual(['texture'])
})

test.each(['boot_baseColour.png', 'boot-base_color.jpg', 'boot base-colour.webp', 'BASECOLOR.jpeg', 'Diffuse.png'])(
  'assigns %s to the texture even if the icon is empty',
  (name) => {
    expect(assignFiles([name], ALL)).toEqual(['texture'])
    expect(assignFiles([name], ['icon'])).toBe(null)
  },
)

test('decides by the file extension only', () => {
  expect(assignFiles(['boot.glb.png', 'a.psd.webp'], ALL)).toEqual(['icon', 'texture'])
  expect(assignFiles(['boot.png.txt'], ALL)).toBe(null)
})

test('returns null for several models, an occupied field, or an unsupported file', () => {
  expect(assignFiles(['a.glb', 'b.glb'], ALL)).toBe(null)
  expect(assignFiles(['a.glb'], ['icon'])).toBe(null)
  expect(assignFiles(['notes.txt'], ALL)).toBe(null)
  expect(assignFiles([], ALL)).toEqual([])
})

test('accepts GLB, PNG, JPEG, WebP and PSD files only', () => {
  const names = ['a.glb', 'a.PNG', 'a.jpeg', 'a.webp', 'a.psd', 'a.fbx', 'a.pdf', 'glb', 'folder']
  expect(names.filter(hasFieldFor)).toEqual(['a.glb', 'a.PNG', 'a.jpeg', 'a.webp', 'a.psd'])
})
