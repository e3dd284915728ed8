import type { Mesh, Object3D } from 'three'
import { MODEL_BUDGET } from '../../src/files/model-budget.ts'
import { readFbx } from '../../src/ui/viewer/load/fbx.ts'
import { parseFbx } from '../../src/ui/viewer/load/fbx-parse.ts'
import { transferablesOf } from '../../src/ui/viewer/load/fbx-transfer.ts'

/** Reads a file as in a worker: values are cloned, buffers are transferred. */
export const readFbxInWorker = (bytes: ArrayBuffer) =>
  readFbx(bytes, MODEL_BUDGET, async (fileBytes) => {
    const parcel = parseFbx(fileBytes)
    return structuredClone(parcel, { transfer: transferablesOf(parcel) })
  })

export const listMeshes = (root: Object3D) => {
  const meshes: Mesh[] = []
  root.traverse((object) => (object as Mesh).isMesh && meshes.push(object as Mesh))
  return meshes
}
