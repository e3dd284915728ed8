import { DataTexture, FloatType, RGBAFormat } from 'three'
import { describe, expect, it } from 'vitest'
import { loadPanorama } from '../../../../src/ui/viewer/light/environment.ts'
import { brightnessFactorFor } from '../../../../src/ui/viewer/light/environment-brightness.ts'
import { ENVIRONMENTS, isEnvironmentName } from '../../../../src/ui/viewer/light/environment-names.ts'
import { meanLuminanceOf } from '../../../../src/ui/viewer/light/luminance.ts'
import { pixelRatioRangeFor, reducePixelRatio, stillDelayMsAfter } from '../../../../src/ui/viewer/stage/pixel-ratio.ts'

describe('environments', () => {
  it('include the eleven presets of the specification, with case-sensitive names', () => {
    expect(ENVIRONMENTS).toHaveLength(11)
    expect(isEnvironmentName('city')).toBe(true)
    expect(isEnvironmentName('toString')).toBe(false)
    expect(isEnvironmentName('City')).toBe(false)
  })

  it.each(ENVIRONMENTS)('have a panorama for %s with an adjusted luminance between 0.03 and 0.13', async (name) => {
    const { luminance } = await loadPanorama(name)
    const light = luminance * brightnessFactorFor(luminance)
    expect(light).toBeGreaterThan(0.03)
    expect(light).toBeLessThan(0.13)
  })

  it('fail to load with the reason "unreadable" from a file that is not a panorama', async () => {
    await expect(loadPanorama('data:application/exr;base64,AAAA')).rejects.toMatchObject({ reason: 'unreadable' })
  })

  it('dim a bright panorama more than a dark panorama, but the bright panorama stays brighter', () => {
    expect(brightnessFactorFor(0.5)).toBeCloseTo(0.14)
    expect(brightnessFactorFor(2)).toBeLessThan(brightnessFactorFor(0.5))
    expect(brightnessFactorFor(2) * 2).toBeGreaterThan(brightnessFactorFor(0.5) * 0.5)
    expect(brightnessFactorFor(0)).toBe(1)
  })

  it('have the mean luminance 0.25 for a panorama of uniform grey 0.25', () => {
    const grey = new DataTexture(new Float32Array(8 * 4 * 4).fill(0.25), 8, 4, RGBAFormat, FloatType)
    expect(meanLuminanceOf(grey)).toBeCloseTo(0.25)
  })
})

describe('the pixel ratio', () => {
  it('ranges from half the device pixel ratio to the full device pixel ratio, with a maximum of 2', () => {
    expect(pixelRatioRangeFor(1)).toEqual({ min: 0.5, max: 1 })
    expect(pixelRatioRangeFor(3)).toEqual({ min: 1.5, max: 2 })
    expect(pixelRatioRangeFor(5)).toEqual({ min: 2, max: 2 })
  })

  it('returns to the maximum three frame times after the last movement, but not before 250 ms or after 2 s', () => {
    expect([0, 16, 80, 100, 400, 60_000].map(stillDelayMsAfter)).toEqual([250, 250, 250, 300, 1200, 2000])
  })

  it('drops by a fifth to a half, depending on the frame time, but never below the range', () => {
    expect(reducePixelRatio(2, 2, 35)).toBe(1.6)
    expect(reducePixelRatio(2, 2, 68)).toBeCloseTo(2 * Math.SQRT1_2)
    expect(reducePixelRatio(4, 4, 1000)).toBe(2)
    expect(reducePixelRatio(1.1, 2, 35)).toBe(1)
  })
})
