import { describe, expect, it } from 'vitest'
import {
  fitTracks,
  pickClip,
  splitTrackName,
  stripMixamoPrefix,
} from '../../../src/machines/viewer/animation-tracks.ts'

describe('animation tracks', () => {
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
  ])('map %s to the bone %s', (name, boneName) => expect(stripMixamoPrefix(name)).toBe(boneName))

  it('match bones with or without the prefix on either side, and drop unmatched tracks', () => {
    const hipsTrack = { name: 'mixamorig:Hips.quaternion', values: [0, 0, 0, 1] }
    const tailTrack = { name: 'mixamorig:Tail.quaternion', values: [0, 0, 0, 1] }
    expect(fitTracks([hipsTrack, tailTrack], ['Hips', 'Spine'], false)).toEqual([
      { track: hipsTrack, name: 'Hips.quaternion', scale: 1 },
    ])
    expect(fitTracks([{ name: 'Hips.scale', values: [] }], ['mixamorigHips'], true)).toMatchObject([
      { name: 'mixamorigHips.scale', scale: 1 },
    ])
  })

  it('scale positions by 0.01 if they come from FBX', () => {
    const walk = { name: 'Hips.position', values: [0, 95, 0] }
    expect(fitTracks([walk], ['Hips'], true)).toEqual([{ track: walk, name: 'Hips.position', scale: 0.01 }])
    expect(fitTracks([walk], ['Hips'], false)).toEqual([{ track: walk, name: 'Hips.position', scale: 1 }])
  })

  it('split their name into node and property at the last dot', () => {
    expect(splitTrackName('arm.L.position')).toEqual({ node: 'arm.L', property: 'position' })
    expect(splitTrackName('arm')).toEqual({ node: 'arm', property: '' })
    expect(splitTrackName('.scale')).toEqual({ node: '', property: 'scale' })
  })

  it('come from the clip with the given name or index, or from none if there is no such clip', () => {
    const clips = [{ name: 'Idle' }, { name: 'Wave' }]
    expect(pickClip(clips, 'Wave')).toBe(clips[1])
    expect(pickClip(clips, 0)).toBe(clips[0])
    expect(pickClip(clips, 2)).toBeUndefined()
    expect(pickClip(clips, 'Walk')).toBeUndefined()
    expect(pickClip(clips, null)).toBeUndefined()
  })
})
