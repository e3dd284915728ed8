import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ExportedAsset, ExportedFile, ExportedTag, ManifestHead } from '../../../src/api/contract/manifest.ts'

const at = '2026-03-02T09:00:00.000Z'
const hash = '0123456789abcdef'.repeat(4)
const file = { path: 'models/boot.glb', sha256: hash, bytes: 12, type: 'model/gltf-binary' }
const asset = {
  ...{ id: 'a', name: 'Boot', type: 'footwear', gender: 'neutral', locked: false, defaultAuthorized: true },
  ...{ isVisible: true, position: 1, tags: ['winter'], stats: { triangles: 1, vertices: 3, textures: 0, bytes: 12 } },
  ...{ iconRendered: false, files: { model: file }, createdAt: at, updatedAt: at },
}
const head = {
  ...{ format: 'atelier-export', version: 1, application: { id: 'harbour', name: 'Harbour Lane' } },
  ...{ tags: [{ name: 'winter', color: 'olive' }], assets: [{}] },
}
const isTaken = (schema: v.GenericSchema, given: unknown) => v.is(schema, given)

describe('a file of an archive', () => {
  test.each([
    ['as it lies there', {}],
    ['that the store had lost, which lies nowhere', { path: undefined }],
    ['without a byte', { bytes: 0 }],
  ])('is taken %s', (_, but) => {
    expect(isTaken(ExportedFile, { ...file, ...but })).toBe(true)
  })

  test.each([
    ['of a path nobody can write', { path: 'a'.repeat(513) }],
    ['with a hash that is cut short', { sha256: hash.slice(1) }],
    ['with a hash and more', { sha256: `${hash}0` }],
    ['with something before its hash', { sha256: `0${hash}` }],
    ['with a hash in capitals', { sha256: hash.toUpperCase() }],
    ['of fewer bytes than none', { bytes: -1 }],
    ['of half a byte', { bytes: 0.5 }],
    ['of a type that no file here has', { type: 'text/html' }],
  ])('is refused %s', (_, but) => {
    expect(isTaken(ExportedFile, { ...file, ...but })).toBe(false)
  })
})

describe('an asset of an archive', () => {
  test.each([
    ['with its model alone', {}],
    ['with each file', { files: { model: file, icon: file, texture: file, psd: file } }],
    ['with what it is made from and for', { parentId: 'b', bodyId: 'c' }],
    ['with a thousand tags', { tags: Array(1000).fill('x') }],
  ])('is taken %s', (_, but) => {
    expect(isTaken(ExportedAsset, { ...asset, ...but })).toBe(true)
  })

  test.each([
    ['without a model', { files: {} }],
    ['before the first place', { position: 0 }],
    ['between two places', { position: 1.5 }],
    ['with more tags than a thousand', { tags: Array(1001).fill('x') }],
    ['without a name', { name: '' }],
    ['of a day that is none', { createdAt: 'yesterday' }],
  ])('is refused %s', (_, but) => {
    expect(isTaken(ExportedAsset, { ...asset, ...but })).toBe(false)
  })
})

describe('a manifest', () => {
  test('is taken as an export writes it', () => {
    expect(v.parse(ManifestHead, head)).toEqual(head)
  })

  test.each([
    ['of something else', { format: 'zip' }],
    ['of a later version', { version: 2 }],
    ['of nothing', { application: undefined }],
    ['without a list of tags', { tags: {} }],
    ['without a list of assets', { assets: undefined }],
  ])('is refused %s', (_, but) => {
    expect(isTaken(ManifestHead, { ...head, ...but })).toBe(false)
  })
})

describe('a tag of an archive', () => {
  test('of a colour that this version lacks is given the first', () => {
    expect(v.parse(ExportedTag, { name: 'winter', color: 'plaid' })).toEqual({ name: 'winter', color: 'madder' })
  })

  test('keeps its own colour, and is refused without a name', () => {
    expect(v.parse(ExportedTag, head.tags[0])).toEqual(head.tags[0])
    expect(isTaken(ExportedTag, { name: '', color: 'olive' })).toBe(false)
  })
})
