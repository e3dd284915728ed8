import { checkGlb } from '../../src/files/glb-check.ts'

/** Checks a GLB with the check that the client runs on files. `readByteCount` is the number of bytes read. */
export async function checkGlbBytes(bytes: Uint8Array) {
  let checkedCount = 0
  const read = async (offset: number, length: number) => {
    checkedCount += length
    return bytes.subarray(offset, offset + length)
  }
  return { verdict: await checkGlb(read, bytes.length), readByteCount: checkedCount }
}
export const findGlbFault = async (bytes: Uint8Array) => {
  const { fault } = (await checkGlbBytes(bytes)).verdict
  return fault && [fault.word, fault.message]
}
export const readGlbStats = async (bytes: Uint8Array) => {
  const { verdict } = await checkGlbBytes(bytes)
  if (verdict.fault) throw new Error(verdict.fault.message)
  return verdict
}
export const VEC3_ACCESSOR = { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }
export const TRIANGLE_MESH = { primitives: [{ attributes: { POSITION: 0 } }] }
