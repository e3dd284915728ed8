import { Bone, Group, Mesh } from 'three'
import { expect, test } from 'vitest'
import { computeSceneFingerprint } from '../../../../src/ui/viewer/motion/scene-fingerprint.ts'

function figure() {
  const [root, bone, face] = [new Group(), new Bone(), new Mesh()]
  face.morphTargetInfluences = [0, 0]
  root.add(new Group().add(bone.add(face)))
  return { root, bone, face, influences: face.morphTargetInfluences }
}

test('computeSceneFingerprint does not change with the transform of the root object', () => {
  const { root } = figure()
  const before = computeSceneFingerprint(root)
  root.rotation.y = 1
  root.position.x = 3
  expect(computeSceneFingerprint(root)).toBe(before)
})

test.each<[string, (it: ReturnType<typeof figure>) => void]>([
  ['a bone that turns', ({ bone }) => bone.rotateX(1e-3)],
  ['a bone that moves', ({ bone }) => bone.position.set(0, 1e-4, 0)],
  ['a bone that grows', ({ bone }) => bone.scale.setScalar(1.001)],
  ['a changed morph target weight', ({ influences }) => (influences[1] = 0.01)],
  ['a hidden part', ({ face }) => (face.visible = false)],
  ['a removed part', ({ bone, face }) => bone.remove(face)],
  ['an added part', ({ root }) => root.add(new Group())],
])('computeSceneFingerprint changes with %s', (_, change) => {
  const testFigure = figure()
  const before = computeSceneFingerprint(testFigure.root)
  change(testFigure)
  expect(computeSceneFingerprint(testFigure.root)).not.toBe(before)
})

test('computeSceneFingerprint changes on every call for a model with more than 4,000 objects', () => {
  const root = new Group()
  for (let n = 0; n < 4_001; n += 1) root.add(new Group())
  expect(computeSceneFingerprint(root)).not.toBe(computeSceneFingerprint(root))
})
