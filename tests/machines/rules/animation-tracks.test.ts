import { describe, expect, it } from 'vitest'
import { bareBoneName, fitTracks, pickClip, splitTrackName } from '../../../src/machines/rules/animation-tracks.ts'

describe('the tracks of an animation', () => {
  it.each([
    ['mixamorigHips', 'Hips'],
    ['mixamorig:Hips', 'Hips'],
    ['mixamorig7:LeftHand', 'LeftHand'],
    ['mixamorig12Spine1', 'Spine1'],
    ['Hips', 'Hips'],
    ['mixamorig_Hips', 'Hips'],
    ['mixamorig', 'mixamorig'],
    ['mixamorig7', 'mixamorig7'],
    ['my mixamorigHips', 'my mixamorigHips'],
  ])('know %s as the bone %s', (name, bare) => expect(bareBoneName(name)).toBe(bare))

  it('find a bone with or without the prefix on either side, and drop what no bone answers to', () => {
    const turn = { name: 'mixamorig:Hips.quaternion', values: [0, 0, 0, 1] }
    const lost = { name: 'mixamorig:Tail.quaternion', values: [0, 0, 0, 1] }
    expect(fitTracks([turn, lost], ['Hips', 'Spine'], false)).toEqual([
      { track: turn, name: 'Hips.quaternion', scale: 1 },
    ])
    expect(fitTracks([{ name: 'Hips.scale', values: [] }], ['mixamorigHips'], true)).toMatchObject([
      { name: 'mixamorigHips.scale', scale: 1 },
    ])
  })

  it('shrink positions a hundredfold when they come from FBX', () => {
    const walk = { name: 'Hips.position', values: [0, 95, 0] }
    expect(fitTracks([walk], ['Hips'], true)).toEqual([{ track: walk, name: 'Hips.position', scale: 0.01 }])
    expect(fitTracks([walk], ['Hips'], false)).toEqual([{ track: walk, name: 'Hips.position', scale: 1 }])
  })

  it('are named by what precedes the last dot', () => {
    expect(splitTrackName('arm.L.position')).toEqual({ node: 'arm.L', property: 'position' })
    expect(splitTrackName('arm')).toEqual({ node: 'arm', property: '' })
    expect(splitTrackName('.scale')).toEqual({ node: '', property: 'scale' })
  })

  it('belong to a clip picked by name, by place, or not at all', () => {
    const clips = [{ name: 'Idle' }, { name: 'Wave' }]
    expect(pickClip(clips, 'Wave')).toBe(clips[1])
    expect(pickClip(clips, 0)).toBe(clips[0])
    expect(pickClip(clips, 2)).toBeUndefined()
    expect(pickClip(clips, 'Walk')).toBeUndefined()
    expect(pickClip(clips, null)).toBeUndefined()
  })
})
