import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  INVALID_SOURCE,
  isModelSource,
  isSameSource,
  isVrmSource,
  partsOf,
} from '../../../src/machines/rules/model-source.ts'

const glb = new Blob(['glTF'], { type: 'model/gltf-binary' })

describe('a model source', () => {
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
  ])('is %s', (source) => expect(isModelSource(source)).toBe(true))

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
  ])('is not %j', (source) => expect(isModelSource(source)).toBe(false))

  it('is a Blob of exactly the type model/gltf-binary', () => {
    expect(isModelSource(glb)).toBe(true)
    expect(isModelSource(new Blob([], { type: 'application/octet-stream' }))).toBe(false)
    expect(isModelSource({ type: 'model/gltf-binary' })).toBe(false)
    const named = (name: string) => new File([], name, { type: 'model/gltf-binary' })
    expect(['ada.glb', 'ada.vrm', 'Ada.VRM'].map((name) => isModelSource(named(name)))).toEqual([true, false, false])
    expect(isModelSource(named('ada.vrm.glb'))).toBe(true)
    expect(['ada.vrm', 'ada.vrm?a=.glb#', ['ada.glb', 'ada.vrm']].map(isModelSource)).toEqual([false, false, false])
  })

  it('is a .vrm too, by name or as a file, where VRM is asked for', () => {
    const named = (name: string, type = '') => new File([], name, { type })
    const vrms = ['ada.vrm', '/ada.vrm?v=2', named('Ada.VRM'), named('ada.vrm', 'model/gltf-binary'), ['ada.vrm', glb]]
    expect(vrms.map((one) => [isVrmSource(one), isModelSource(one)])).toEqual(vrms.map(() => [true, false]))
    expect(['ada.glb', glb].map((one) => isVrmSource(one))).toEqual([true, true])
    expect(['ada.vrm#a', named('ada.glb'), [], [['ada.vrm']], null].map((one) => isVrmSource(one))).not.toContain(true)
  })

  it('is a list when it holds something and each part is one', () => {
    expect(isModelSource(['body.glb', glb])).toBe(true)
    expect(isModelSource([])).toBe(false)
    expect(isModelSource(['body.glb', 'notes.txt'])).toBe(false)
    expect(isModelSource([['body.glb']])).toBe(false)
  })

  it('never throws, whatever it is asked about', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(typeof isModelSource(value)).toBe('boolean')
      }),
    )
  })

  it('may carry any query after its name', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.webQueryParameters(), (url, query) => {
        expect(isModelSource(`${url}/ada.glb?${query}`)).toBe(true)
        expect(isModelSource(`${url}/ada.gif?${query}`)).toBe(false)
      }),
    )
  })

  it('is told of in the words of the specification where it is none (Spec §5)', () => {
    expect(INVALID_SOURCE).toBe('Provided GLB/FBX is invalid. Check docs for supported formats')
  })

  it('is taken apart in order', () => {
    expect(partsOf('ada.glb')).toEqual(['ada.glb'])
    expect(partsOf(glb)).toEqual([glb])
    expect(partsOf(['body.glb', 'hat.glb'])).toEqual(['body.glb', 'hat.glb'])
  })

  it('stays the same in another array with the same parts', () => {
    expect(isSameSource(['body.glb', glb], ['body.glb', glb])).toBe(true)
    expect(isSameSource(['body.glb'], ['body.glb', glb])).toBe(false)
    expect(isSameSource(['body.glb'], 'body.glb')).toBe(false)
    expect(isSameSource(['body.glb', 'hat.glb'], ['body.glb', 'cap.glb'])).toBe(false)
    expect(isSameSource('body.glb', 'body.glb')).toBe(true)
    expect([isSameSource(['a'], 'a'), isSameSource('a', ['a'])]).toEqual([false, false])
    expect(isSameSource(null, null)).toBe(true)
  })
})
