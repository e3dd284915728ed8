import { describe, expect, it } from 'vitest'
import { OCCLUSION_MODES, OCCLUSION_QUALITIES, occlusionOf } from '../../../src/machines/rules/occlusion.ts'

const defaults = {
  mode: 'Combined',
  samples: 16,
  radius: 5,
  denoiseSamples: 8,
  denoiseRadius: 12,
  denoiseIterations: 2,
  intensity: 5,
  distanceFalloff: 1,
  halfResolution: false,
  debug: false,
}

describe('occlusion', () => {
  it('is none unless asked for, and else what the specification says', () => {
    expect([occlusionOf(undefined), occlusionOf(false)]).toEqual([null, null])
    expect([occlusionOf(true), occlusionOf({})]).toEqual([defaults, defaults])
  })

  it('has five modes and five qualities of three numbers', () => {
    expect(OCCLUSION_MODES).toEqual(['Combined', 'AO', 'No AO', 'Split', 'Split AO'])
    expect(
      Object.entries(OCCLUSION_QUALITIES).map(([name, one]) => [
        name,
        one.samples,
        one.denoiseSamples,
        one.denoiseRadius,
      ]),
    ).toEqual([
      ['Performance', 8, 4, 12],
      ['Low', 16, 4, 12],
      ['Medium', 16, 8, 12],
      ['High', 64, 8, 6],
      ['Ultra', 64, 16, 6],
    ])
  })

  it('takes single numbers before the quality, and the quality before the defaults', () => {
    expect(occlusionOf({ quality: 'Ultra', mode: 'Split', denoiseRadius: 3, halfResolution: true })).toEqual({
      ...defaults,
      mode: 'Split',
      samples: 64,
      denoiseSamples: 16,
      denoiseRadius: 3,
      halfResolution: true,
    })
  })

  it('may have numbers that are nothing at all', () => {
    expect(occlusionOf({ radius: 0, intensity: 0, debug: true })).toEqual({
      ...defaults,
      radius: 0,
      intensity: 0,
      debug: true,
    })
  })

  it('does not believe names and numbers that make no sense', () => {
    const odd = { mode: 'toString', quality: 'constructor', samples: Number.NaN, radius: -1, intensity: '7' } as never
    expect(occlusionOf(odd)).toEqual(defaults)
  })
})
