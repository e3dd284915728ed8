import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ExportedAsset, ExportedFile, ExportedTag, ManifestHeader } from '../../../src/api/contract/manifest.ts'

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
const isTaken = (schema: v.GenericSchema, value: unknown) => v.is(schema, value)

describe('the schema of a file', () => {
  test.each([
    ['as exported', {}],
    ['without a path, because the store had lost it', { path: undefined }],
    ['of 0 bytes', { bytes: 0 }],
  ])('accepts a file %s', (_, but) => {
    expect(isTaken(ExportedFile, { ...file, ...but })).toBe(true)
  })

  test.each([
    ['with a path that is too long', { path: 'a'.repeat(513) }],
    ['with a truncated hash', { sha256: hash.slice(1) }],
    ['with a character after its hash', { sha256: `${hash}0` }],
    ['with a character before its hash', { sha256: `0${hash}` }],
    ['with a hash in capitals', { sha256: hash.toUpperCase() }],
    ['of −1 bytes', { bytes: -1 }],
    ['of half a byte', { bytes: 0.5 }],
    ['of an unknown type', { type: 'text/html' }],
  ])('refuses a file %s', (_, but) => {
    expect(isTaken(ExportedFile, { ...file, ...but })).toBe(false)
  })
})

describe('the schema of an asset', () => {
  test.each([
    ['with only its model', {}],
    ['with each file', { files: { model: file, icon: file, texture: file, psd: file } }],
    ['with its parent and body', { parentId: 'b', bodyId: 'c' }],
    ['with a thousand tags', { tags: Array(1000).fill('x') }],
  ])('accepts an asset %s', (_, but) => {
    expect(isTaken(ExportedAsset, { ...asset, ...but })).toBe(true)
  })

  test.each([
    ['without a model', { files: {} }],
    ['with position 0', { position: 0 }],
    ['with a fractional position', { position: 1.5 }],
    ['with more than a thousand tags', { tags: Array(1001).fill('x') }],
    ['without a name', { name: '' }],
    ['with an invalid date', { createdAt: 'yesterday' }],
  ])('refuses an asset %s', (_, but) => {
    expect(isTaken(ExportedAsset, { ...asset, ...but })).toBe(false)
  })
})

describe('the schema of a manifest', () => {
  test('accepts the output of an export', () => {
    expect(v.parse(ManifestHeader, head)).toEqual(head)
  })

  test.each([
    ['of another format', { format: 'zip' }],
    ['of a later version', { version: 2 }],
    ['without an application', { application: undefined }],
    ['without a list of tags', { tags: {} }],
    ['without a list of assets', { assets: undefined }],
  ])('refuses a manifest %s', (_, but) => {
    expect(isTaken(ManifestHeader, { ...head, ...but })).toBe(false)
  })
})

describe('the schema of a tag', () => {
  test('replaces an unknown colour by the first colour of the palette', () => {
    expect(v.parse(ExportedTag, { name: 'winter', color: 'plaid' })).toEqual({ name: 'winter', color: 'madder' })
  })

  test('keeps a known colour, and refuses a tag without a name', () => {
    expect(v.parse(ExportedTag, head.tags[0])).toEqual(head.tags[0])
    expect(isTaken(ExportedTag, { name: '', color: 'olive' })).toBe(false)
  })
})
