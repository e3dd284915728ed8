import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Email, MailedCode, Password, PersonName } from '../../../src/api/contract/auth.ts'
import { EVENT_KEYS } from '../../../src/api/contract/events.ts'
import { FileUrl, fileUrl, sniffType, UPLOAD_KINDS, UPLOAD_QUOTA } from '../../../src/api/contract/files.ts'
import { NewTag } from '../../../src/api/contract/tags.ts'
import { FilesToValidate } from '../../../src/api/contract/validation.ts'

const MB = 1024 * 1024
const issueOf = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).issues?.[0].message

test('events have the routing keys of the specification, of version 1 except asset.v2.updated (Spec §3)', () => {
  expect(Object.values(EVENT_KEYS).toSorted()).toEqual(
    [
      'created deleted locked updated model-updated type-or-gender-changed added-to-application application-updated',
      'application-deleted bulk-deleted morph-queue-entry-created exported cage-mesh-updated user-assets-added',
      'user-assets-removed',
    ]
      .flatMap((line) => line.split(' '))
      .map((key) => `asset.v1.${key}`)
      .concat('asset.v2.updated')
      .toSorted(),
  )
})

test('each upload kind limits size and types (Spec §5)', () => {
  const images = ['image/png', 'image/jpeg', 'image/webp']
  expect(Object.entries(UPLOAD_KINDS).map(([kind, { maxBytes, types }]) => [kind, maxBytes / MB, types])).toEqual([
    ['glb', 50, ['model/gltf-binary']],
    ['texture', 5, images],
    ['icon', 5, images],
    ['psd', 20, ['image/vnd.adobe.photoshop']],
  ])
  expect(UPLOAD_KINDS.texture.image).toEqual({
    maxImageDimensions: { width: 8192, height: 8192 },
    colorType: ['rgb', 'rgba'],
    bitDepth: 8,
    colorSpace: 'sRGB',
  })
  expect(UPLOAD_KINDS.icon.image).toEqual({ maxImageDimensions: { width: 4096, height: 4096 }, colorSpace: 'sRGB' })
  expect(UPLOAD_QUOTA).toEqual({ bytes: 5120 * MB, unfinished: 200 })
})

test.each([
  ['model/gltf-binary', 'glTF\x02\0\0\0\0\0\0\0'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/webp', 'RIFF\0\0\0\0WEBP'],
  ['image/vnd.adobe.photoshop', '8BPS\0\x01'],
  [undefined, 'glTF\x01\0\0\0\0\0\0\0'],
  [undefined, 'glTF\x02\0\0\0\0\0\0'],
  [undefined, 'RIFF\0\0\0\0WAVE'],
  [undefined, 'XXXX\0\0\0\0WEBP'],
  [undefined, '\xff\xd8\0'],
  [undefined, '\0\xd8\xff'],
  [undefined, '\xff\0\xff'],
  [undefined, '8BPS\0\x02'],
  [undefined, ''],
])('detects the type %s from the first bytes %j', (type, text) => {
  expect(sniffType(Uint8Array.from(text, (character) => character.charCodeAt(0)))).toBe(type)
})

test('fileUrl builds a path from checksum and extension, and FileUrl accepts no other form', () => {
  const sha256 = '0123456789abcdef'.repeat(4)
  expect(fileUrl(sha256, 'image/jpeg')).toBe(`/files/${sha256}.jpg`)
  const good = ['glb', 'png', 'jpg', 'webp', 'psd'].map((ending) => `/files/${sha256}.${ending}`)
  const bad = [`x${good[0]}`, `${good[0]}x`, `/files/${sha256}.gif`, `/files/${sha256.slice(1)}.glb`, '/files/x.glb']
  expect([...good, ...bad].map((address) => v.is(FileUrl, address))).toEqual([
    ...good.map(() => true),
    ...bad.map(() => false),
  ])
})

test('the validation of files requires at least one file, and a GLB if there is a model', () => {
  const url = (ending: string) => `/files/${'0'.repeat(64)}.${ending}`
  expect(v.is(FilesToValidate, { modelUrl: url('glb') })).toBe(true)
  expect(v.is(FilesToValidate, { iconUrl: url('png') })).toBe(true)
  expect(v.is(FilesToValidate, { modelUrl: url('png') })).toBe(false)
  expect(issueOf(FilesToValidate, {})).toBe('Include at least one file.')
  expect(v.is(FilesToValidate, { iconUrl: undefined })).toBe(false)
})

test('trims and lowercases an e-mail address, and refuses an invalid address', () => {
  expect(v.parse(Email, ' One@Atelier.example ')).toBe('one@atelier.example')
  // The Kelvin sign: in lower case it would be an ordinary k.
  expect(v.is(Email, '\u212aelvin@atelier.example')).toBe(false)
  expect([v.is(Email, 'one'), v.is(Email, `${'x'.repeat(250)}@a.example`)]).toEqual([false, false])
})

test('limits a password to 12–128 characters, counting an emoji as one character', () => {
  expect(['x'.repeat(12), '🙂'.repeat(128)].map((text) => issueOf(Password, text))).toEqual([undefined, undefined])
  expect(issueOf(Password, '🙂'.repeat(11))).toBe('password.tooShort')
  expect(issueOf(Password, 'x'.repeat(129))).toBe('password.tooLong')
})

test('accepts six digits as a mailed code and ignores surrounding blanks', () => {
  expect(v.parse(MailedCode, ' 012345\n')).toBe('012345')
  expect(['12345', '1234567', 'a12345', '12345a'].map((code) => issueOf(MailedCode, code))).toEqual(
    Array(4).fill('code.odd'),
  )
})

test('reports the invalid name of a person or tag with a specific message key', () => {
  expect(issueOf(PersonName, 'x'.repeat(121))).toBe('account.nameTooLong')
  expect(issueOf(PersonName, 'a\u202eb')).toBe('account.nameOdd')
  const tag = { name: 'Winter', color: 'ochre' }
  expect(v.parse(NewTag, { ...tag, name: ' Winter ' })).toEqual(tag)
  expect(issueOf(NewTag, { ...tag, name: ' ' })).toBe('tag.nameMissing')
  expect(issueOf(NewTag, { ...tag, name: 'x'.repeat(41) })).toBe('tag.nameTooLong')
  expect(issueOf(NewTag, { ...tag, name: 'a\nb' })).toBe('tag.nameOdd')
  expect(issueOf(NewTag, { ...tag, color: 'red' })).toBe('tag.colorMissing')
})
