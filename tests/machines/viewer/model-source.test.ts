import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  INVALID_SOURCE,
  isModelSource,
  isSameSource,
  isVrmSource,
  sourcePartsOf,
} from '../../../src/machines/viewer/model-source.ts'

const glb = new Blob(['glTF'], { type: 'model/gltf-binary' })

describe('model source', () => {
  it.each([
    'ada.glb',
    'https://files.atelier.example/ada.fbx',
    '/ada.glb?v=2&w=a.b',
    'ada.glb?',
    '.glb',
    'ada.png.glb',
    'data:application/octet-stream;base64,Z2xURg==',
    'data:model/gltf-binary;base64,Z2xURg==',
    'DATA:Model/Gltf-Binary;BASE64,',
  ])('accepts %s', (source) => expect(isModelSource(source)).toBe(true))

  it.each([
    '',
    'ada',
    'adaglb',
    'ada.gltf',
    'ada.glb.png',
    'ada.glbx',
    'ada.glb#head',
    'ada.glb?v=1#head',
    'ada.glb\n',
    ' ada.glb ',
    'ada.glb/',
    'data:application/octet-stream,Z2xURg==',
    'data:text/html;base64,Z2xURg==',
    'x data:model/gltf-binary;base64,Z2xURg==',
  ])('rejects %j', (source) => expect(isModelSource(source)).toBe(false))

  it('accepts a Blob only of type model/gltf-binary', () => {
    expect(isModelSource(glb)).toBe(true)
    expect(isModelSource(new Blob([], { type: 'application/octet-stream' }))).toBe(false)
    expect(isModelSource({ type: 'model/gltf-binary' })).toBe(false)
    const createFile = (name: string) => new File([], name, { type: 'model/gltf-binary' })
    expect(['ada.glb', 'ada.vrm', 'Ada.VRM'].map((name) => isModelSource(createFile(name)))).toEqual([
      true,
      false,
      false,
    ])
    expect(isModelSource(createFile('ada.vrm.glb'))).toBe(true)
    expect(['ada.vrm', 'ada.vrm?a=.glb#', ['ada.glb', 'ada.vrm']].map(isModelSource)).toEqual([false, false, false])
  })

  it('accepts .vrm by URL or file name when VRM is enabled', () => {
    const createFile = (name: string, type = '') => new File([], name, { type })
    const vrms = [
      'ada.vrm',
      '/ada.vrm?v=2',
      createFile('Ada.VRM'),
      createFile('ada.vrm', 'model/gltf-binary'),
      ['ada.vrm', glb],
    ]
    expect(vrms.map((source) => [isVrmSource(source), isModelSource(source)])).toEqual(vrms.map(() => [true, false]))
    expect(['ada.glb', glb].map((source) => isVrmSource(source))).toEqual([true, true])
    expect(
      ['ada.vrm#a', createFile('ada.glb'), [], [['ada.vrm']], null].map((source) => isVrmSource(source)),
    ).not.toContain(true)
  })

  it('accepts a non-empty list of valid parts', () => {
    expect(isModelSource(['body.glb', glb])).toBe(true)
    expect(isModelSource([])).toBe(false)
    expect(isModelSource(['body.glb', 'notes.txt'])).toBe(false)
    expect(isModelSource([['body.glb']])).toBe(false)
  })

  it('never throws, whatever the value', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(typeof isModelSource(value)).toBe('boolean')
      }),
    )
  })

  it('accepts any query after the file name', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.webQueryParameters(), (url, query) => {
        expect(isModelSource(`${url}/ada.glb?${query}`)).toBe(true)
        expect(isModelSource(`${url}/ada.gif?${query}`)).toBe(false)
      }),
    )
  })

  it('uses the specified message when invalid (Spec §5)', () => {
    expect(INVALID_SOURCE).toBe('Provided GLB/FBX is invalid. Check docs for supported formats')
  })

  it('splits into parts in the order of the list', () => {
    expect(sourcePartsOf('ada.glb')).toEqual(['ada.glb'])
    expect(sourcePartsOf(glb)).toEqual([glb])
    expect(sourcePartsOf(['body.glb', 'hat.glb'])).toEqual(['body.glb', 'hat.glb'])
  })

  it('equals another source only if both are single or both are lists, with the same parts', () => {
    expect(isSameSource(['body.glb', glb], ['body.glb', glb])).toBe(true)
    expect(isSameSource(['body.glb'], ['body.glb', glb])).toBe(false)
    expect(isSameSource(['body.glb'], 'body.glb')).toBe(false)
    expect(isSameSource(['body.glb', 'hat.glb'], ['body.glb', 'cap.glb'])).toBe(false)
    expect(isSameSource('body.glb', 'body.glb')).toBe(true)
    expect([isSameSource(['a'], 'a'), isSameSource('a', ['a'])]).toEqual([false, false])
    expect(isSameSource(null, null)).toBe(true)
  })
})
