import { describe, expect, it } from 'vitest'
import { OCCLUSION_MODES, OCCLUSION_QUALITIES, resolveOcclusion } from '../../../src/machines/viewer/occlusion.ts'

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
  it('defaults to off, and to the specified values if enabled', () => {
    expect([resolveOcclusion(undefined), resolveOcclusion(false)]).toEqual([null, null])
    expect([resolveOcclusion(true), resolveOcclusion({})]).toEqual([defaults, defaults])
  })

  it('offers the five specified modes, and five qualities with the specified sample and denoise settings', () => {
    expect(OCCLUSION_MODES).toEqual(['Combined', 'AO', 'No AO', 'Split', 'Split AO'])
    expect(
      Object.entries(OCCLUSION_QUALITIES).map(([name, settings]) => [
        name,
        settings.samples,
        settings.denoiseSamples,
        settings.denoiseRadius,
      ]),
    ).toEqual([
      ['Performance', 8, 4, 12],
      ['Low', 16, 4, 12],
      ['Medium', 16, 8, 12],
      ['High', 64, 8, 6],
      ['Ultra', 64, 16, 6],
    ])
  })

  it('prefers individual numbers over the quality, and the quality over the defaults', () => {
    expect(resolveOcclusion({ quality: 'Ultra', mode: 'Split', denoiseRadius: 3, halfResolution: true })).toEqual({
      ...defaults,
      mode: 'Split',
      samples: 64,
      denoiseSamples: 16,
      denoiseRadius: 3,
      halfResolution: true,
    })
  })

  it('accepts numbers that are zero', () => {
    expect(resolveOcclusion({ radius: 0, intensity: 0, debug: true })).toEqual({
      ...defaults,
      radius: 0,
      intensity: 0,
      debug: true,
    })
  })

  it('ignores invalid names and numbers', () => {
    const invalidOptions = {
      mode: 'toString',
      quality: 'constructor',
      samples: Number.NaN,
      radius: -1,
      intensity: '7',
    } as never
    expect(resolveOcclusion(invalidOptions)).toEqual(defaults)
  })
})
