import { Mesh, type Object3D } from 'three'
import type { VrmExpressions } from '../load/vrm-persona.ts'

/** Adds influences to a model's morph targets, and reverts them. */
export interface MorphInfluences {
  names: readonly string[]
  /** Adds to all targets of this name; the sum is clamped to 0..1. */
  add: (name: string | undefined, influence: number) => void
  undo: () => void
}

/** Creates influences for morph targets under `root` and for expressions. An expression replaces morph targets of its name. */
export function createMorphInfluences(root: Object3D, expressions?: VrmExpressions): MorphInfluences {
  const byName = new Map<string, { influences: number[]; index: number }[]>()
  root.traverse((object) => {
    if (!(object instanceof Mesh) || !object.morphTargetInfluences) return
    for (const [name, index] of Object.entries(object.morphTargetDictionary ?? {})) {
      byName.set(name, [...(byName.get(name) ?? []), { influences: object.morphTargetInfluences, index }])
    }
  })
  for (const [index, name] of expressions?.names.entries() ?? []) {
    byName.set(name, [{ influences: expressions!.influences, index }])
  }
  const added: { influences: number[]; index: number; before: number }[] = []
  return {
    names: [...byName.keys()],
    add: (name, influence) => {
      if (name === undefined || influence === 0) return
      for (const { influences, index } of byName.get(name) ?? []) {
        const before = influences[index] ?? 0
        added.push({ influences, index, before })
        influences[index] = Math.min(Math.max(1, before), Math.max(0, before + influence))
      }
    },
    undo: () => {
      // Reverts in reverse order, because a target may have been changed twice.
      for (const { influences, index, before } of added.reverse()) influences[index] = before
      added.length = 0
    },
  }
}
