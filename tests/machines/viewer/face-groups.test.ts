import { expect, test } from 'vitest'
import { groupMorphTargets } from '../../../src/machines/viewer/face-groups.ts'

test('groups morph targets by part of the face, from top to bottom', () => {
  const names = ['jawOpen', 'mouthSmileLeft', 'eyeBlinkLeft', 'browInnerUp', 'viseme_aa', 'noseSneerLeft', 'tongueOut']
  expect(groupMorphTargets([...names, 'cheekPuff', 'Fat', 'aa', 'Fcl_MTH_A', 'eyeLookUpLeft'])).toEqual([
    { group: 'brows', names: ['browInnerUp'] },
    { group: 'eyes', names: ['eyeBlinkLeft', 'eyeLookUpLeft'] },
    { group: 'cheeks', names: ['noseSneerLeft', 'cheekPuff'] },
    { group: 'mouth', names: ['mouthSmileLeft'] },
    { group: 'jaw', names: ['jawOpen'] },
    { group: 'tongue', names: ['tongueOut'] },
    { group: 'visemes', names: ['viseme_aa', 'aa', 'Fcl_MTH_A'] },
    { group: 'others', names: ['Fat'] },
  ])
  expect(groupMorphTargets([])).toEqual([])
})
