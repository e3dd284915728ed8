import { describe, expect, it } from 'vitest'
import { bodyPartsIn, facePartsIn, normalizeName } from '../../../src/machines/viewer/face-names.ts'

describe('morph target names of a face', () => {
  it('ignore punctuation, case and prefixes of authoring tools', () => {
    expect(['eyeBlink_L', 'blendShape1.eyeBlinkLeft', 'Face|Eye Blink Left', 'eyeBlink.L'].map(normalizeName)).toEqual([
      'eyeblinkl',
      'eyeblinkleft',
      'eyeblinkleft',
      'eyeblinkl',
    ])
  })

  it.each([
    ['ARKit', ['jawOpen', 'eyeBlinkLeft', 'eyeBlinkRight', 'eyeLookUpLeft'], ['blinkLeft', 'blinkRight', 'lookUpLeft']],
    ['Apple files with an underscore', ['eyeBlink_L', 'eyeBlink_R'], ['blinkLeft', 'blinkRight']],
    ['Ready Player Me', ['eyesClosed', 'eyesLookUp', 'eyesLookDown'], ['blink', 'lookUp', 'lookDown']],
    ['VRM', ['Fcl_EYE_Close', 'Fcl_MTH_A'], ['blink']],
    ['an unknown tool', ['Blink', 'Smile'], ['blink']],
    ['a model without a face (none)', ['bend', 'Squash'], []],
  ])('identify parts of the face in the names of %s', (_, names, parts) => {
    const found = facePartsIn(names)
    expect(Object.keys(found)).toEqual(parts)
    for (const name of Object.values(found)) expect(names).toContain(name)
  })

  it('prefer one blink target per eye over a target that closes both eyes', () => {
    expect(facePartsIn(['eyesClosed', 'eyeBlinkLeft', 'eyeBlinkRight'])).toEqual({
      blinkLeft: 'eyeBlinkLeft',
      blinkRight: 'eyeBlinkRight',
    })
  })
})

describe('bone names of a body', () => {
  it.each([
    ['Mixamo', ['mixamorigHips', 'mixamorigSpine', 'mixamorigSpine2', 'mixamorigLeftUpLeg', 'mixamorigHead']],
    ['Ready Player Me', ['Hips', 'Spine', 'Spine2', 'LeftUpLeg', 'Head']],
    ['VRM', ['J_Bip_C_Hips', 'J_Bip_C_Spine', 'J_Bip_C_Chest', 'J_Bip_L_UpperLeg', 'J_Bip_C_Head']],
    ['Unreal', ['pelvis', 'spine_01', 'spine_03', 'thigh_l', 'head']],
  ])('identify parts of the body in the names of %s', (_, names) => {
    const [hips, spine, chest, leftThigh, head] = names
    expect(bodyPartsIn(['Armature', ...names, 'HeadTop_End'])).toEqual({ hips, spine, chest, leftThigh, head })
  })

  it('identify no part of the body in a model that is not a body', () => {
    expect(bodyPartsIn(['handle', 'lid', 'headlight'])).toEqual({})
  })
})
