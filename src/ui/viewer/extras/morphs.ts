import { Mesh, type Object3D } from 'three'
import type { Expressions } from '../persona.ts'

/** Adds to the morph targets of a model, and takes that back. */
export interface Morphs {
  /** Every name there is, each once. */
  names: readonly string[]
  /** Adds to every target of this name; held to 0..1 with what is there. */
  add: (name: string | undefined, influence: number) => void
  undo: () => void
}

/** The morph targets of everything under `root`, and the expressions beside them, which go first where names are the same. */
export function morphsOf(root: Object3D, expressions?: Expressions): Morphs {
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
      // The last first: a target may have been added to twice.
      for (const { influences, index, before } of added.reverse()) influences[index] = before
      added.length = 0
    },
  }
}
