import { useThree } from '@react-three/fiber'
import { useEffect, useState } from 'react'
import { meshesOf } from '../load/dispose.ts'
import type { Model } from '../load/model.ts'
import type { ModelMotion } from '../motion/model-motion.ts'
import type { Surface } from '../motion/surfaces.ts'
import { createEdges, type Edges } from './edges.ts'
import { overrideMaterials } from './material-override.ts'
import { findPart } from './scene-parts.ts'

/** Props of {@link Inspection}. `highlight` is the id of a scene part, as numbered in scene-parts.ts. */
export interface InspectionProps {
  model: Model
  motion: ModelMotion
  surface: Surface
  highlight: number | null
}

const EDGE_STYLE = { color: '#1d6cf2', opacity: 0.45, depthTest: true }
/** Style of the highlighted part. Without a depth test, the part is visible through objects in front of it. */
const HIGHLIGHT_STYLE = { color: '#ff5a00', opacity: 0.6, depthTest: false }

export function Inspection({ model, motion, surface, highlight }: InspectionProps) {
  const { invalidate } = useThree()
  const [edges, setEdges] = useState<readonly Edges[]>([])

  useEffect(() => {
    if (surface !== 'normals' && surface !== 'uv') return
    const override = overrideMaterials(meshesOf(model.root), surface)
    motion.layers.add(override)
    invalidate()
    return () => {
      override.undo()
      motion.layers.delete(override)
      override.dispose()
      invalidate()
    }
  }, [model, motion, surface, invalidate])

  useEffect(() => {
    const part = highlight === null ? undefined : findPart(model.root, highlight)
    const newEdges = [
      ...(surface === 'wireframe' ? [createEdges(meshesOf(model.root), EDGE_STYLE)] : []),
      ...(part ? [createEdges(meshesOf(part), HIGHLIGHT_STYLE)] : []),
    ]
    setEdges(newEdges)
    invalidate()
    return () => {
      setEdges([])
      for (const entry of newEdges) {
        entry.group.removeFromParent()
        entry.dispose()
      }
      invalidate()
    }
  }, [model, surface, highlight, invalidate])

  return edges.map(({ group }) => <primitive key={group.uuid} object={group} dispose={null} />)
}
