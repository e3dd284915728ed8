import { Bone, Group, Mesh } from 'three'
import { expect, test } from 'vitest'
import { stirOf } from '../../../src/ui/viewer/stir.ts'

function figure() {
  const [root, bone, face] = [new Group(), new Bone(), new Mesh()]
  face.morphTargetInfluences = [0, 0]
  root.add(new Group().add(bone.add(face)))
  return { root, bone, face, influences: face.morphTargetInfluences }
}

test('what stands as it stood is the same, however its root is turned', () => {
  const { root } = figure()
  const before = stirOf(root)
  root.rotation.y = 1
  root.position.x = 3
  expect(stirOf(root)).toBe(before)
})

test.each<[string, (it: ReturnType<typeof figure>) => void]>([
  ['a bone that turns', ({ bone }) => bone.rotateX(1e-3)],
  ['a bone that moves', ({ bone }) => bone.position.set(0, 1e-4, 0)],
  ['a bone that grows', ({ bone }) => bone.scale.setScalar(1.001)],
  ['a face that changes', ({ influences }) => (influences[1] = 0.01)],
  ['a part that is hidden', ({ face }) => (face.visible = false)],
  ['a part that goes', ({ bone, face }) => bone.remove(face)],
  ['a part that comes', ({ root }) => root.add(new Group())],
])('%s is seen', (_, change) => {
  const it = figure()
  const before = stirOf(it.root)
  change(it)
  expect(stirOf(it.root)).not.toBe(before)
})

test('of very many parts nothing is taken for still', () => {
  const root = new Group()
  for (let n = 0; n < 4_001; n += 1) root.add(new Group())
  expect(stirOf(root)).not.toBe(stirOf(root))
})
