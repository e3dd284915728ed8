import { DataTexture, FloatType, RGBAFormat } from 'three'
import { describe, expect, it } from 'vitest'
import { loadPanorama } from '../../../src/ui/viewer/environment.ts'
import { levelFor } from '../../../src/ui/viewer/level.ts'
import { meanLuminance } from '../../../src/ui/viewer/luminance.ts'
import { coarser, ratioRange, restAfter } from '../../../src/ui/viewer/pixel-ratio.ts'
import { ENVIRONMENTS, isEnvironmentName } from '../../../src/ui/viewer/presets.ts'

describe('environments', () => {
  it('are the eleven of the specification, by their own names only', () => {
    expect(ENVIRONMENTS).toHaveLength(11)
    expect(isEnvironmentName('city')).toBe(true)
    expect(isEnvironmentName('toString')).toBe(false)
    expect(isEnvironmentName('City')).toBe(false)
  })

  it.each(ENVIRONMENTS)('light the stage from a panorama: %s', async (name) => {
    const { luminance } = await loadPanorama(name)
    const light = luminance * levelFor(luminance)
    expect(light).toBeGreaterThan(0.03)
    expect(light).toBeLessThan(0.13)
  })

  it('reject a file that is no panorama with a reason', async () => {
    await expect(loadPanorama('data:application/exr;base64,AAAA')).rejects.toMatchObject({ reason: 'unreadable' })
  })

  it('are levelled, brighter ones more, in the order of their brightness', () => {
    expect(levelFor(0.5)).toBeCloseTo(0.14)
    expect(levelFor(2)).toBeLessThan(levelFor(0.5))
    expect(levelFor(2) * 2).toBeGreaterThan(levelFor(0.5) * 0.5)
    expect(levelFor(0)).toBe(1)
  })

  it('are measured by their luminance', () => {
    const grey = new DataTexture(new Float32Array(8 * 4 * 4).fill(0.25), 8, 4, RGBAFormat, FloatType)
    expect(meanLuminance(grey)).toBeCloseTo(0.25)
  })
})

describe('the pixel ratio', () => {
  it('goes from half the device ratio up to 2', () => {
    expect(ratioRange(1)).toEqual({ least: 0.5, most: 1 })
    expect(ratioRange(3)).toEqual({ least: 1.5, most: 2 })
    expect(ratioRange(5)).toEqual({ least: 2, most: 2 })
  })

  it('is as it was once nothing moved for a quarter of a second, or for three frames where those take longer', () => {
    expect([0, 16, 80, 100, 400, 60_000].map(restAfter)).toEqual([250, 250, 250, 300, 1200, 2000])
  })

  it('gets coarser by what would make frames quick, at least a fifth, at most half, never under the range', () => {
    expect(coarser(2, 2, 35)).toBe(1.6)
    expect(coarser(2, 2, 68)).toBeCloseTo(2 * Math.SQRT1_2)
    expect(coarser(4, 4, 1000)).toBe(2)
    expect(coarser(1.1, 2, 35)).toBe(1)
  })
})
