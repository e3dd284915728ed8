import { useThree } from '@react-three/fiber'
import { useEffect, useState } from 'react'
import type { Body } from '../body.ts'
import type { Model } from '../model.ts'
import { meshesOf } from '../release.ts'
import type { Surface } from '../surfaces.ts'
import { type Edges, edgesOf } from './edges.ts'
import { lensOver } from './lens.ts'
import { partAt } from './parts.ts'

/** Props of {@link Study}; `highlight` is the number of a part, as the studio counts them. */
export interface StudyProps {
  model: Model
  body: Body
  surface: Surface
  highlight: number | null
}

const EDGES = { color: '#1d6cf2', opacity: 0.45, depthTest: true }
/** Seen through what lies over it. */
const CHOSEN = { color: '#ff5a00', opacity: 0.6, depthTest: false }

/** What shows a model to somebody who examines it: its edges, where it faces, how pictures lie on it, and one part of it. */
export function Study({ model, body, surface, highlight }: StudyProps) {
  const { invalidate } = useThree()
  const [drawn, setDrawn] = useState<readonly Edges[]>([])

  useEffect(() => {
    if (surface !== 'normals' && surface !== 'uv') return
    const lens = lensOver(meshesOf(model.root), surface)
    body.layers.add(lens)
    invalidate()
    return () => {
      lens.undo()
      body.layers.delete(lens)
      lens.dispose()
      invalidate()
    }
  }, [model, body, surface, invalidate])

  useEffect(() => {
    const part = highlight === null ? undefined : partAt(model.root, highlight)
    const edges = [
      ...(surface === 'wireframe' ? [edgesOf(meshesOf(model.root), EDGES)] : []),
      ...(part ? [edgesOf(meshesOf(part), CHOSEN)] : []),
    ]
    setDrawn(edges)
    invalidate()
    return () => {
      setDrawn([])
      for (const one of edges) {
        one.group.removeFromParent()
        one.dispose()
      }
      invalidate()
    }
  }, [model, surface, highlight, invalidate])

  return drawn.map(({ group }) => <primitive key={group.uuid} object={group} dispose={null} />)
}
