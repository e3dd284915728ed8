import { checkGlb } from '../../src/files/glb-check.ts'

/** Checks as of a file, and counts the bytes that were read of it. */
export async function checked(bytes: Uint8Array) {
  let taken = 0
  const read = async (at: number, length: number) => {
    taken += length
    return bytes.subarray(at, at + length)
  }
  return { verdict: await checkGlb(read, bytes.length), taken }
}
export const faultOf = async (bytes: Uint8Array) => {
  const { fault } = (await checked(bytes)).verdict
  return fault && [fault.word, fault.message]
}
export const statsOf = async (bytes: Uint8Array) => {
  const { verdict } = await checked(bytes)
  if (verdict.fault) throw new Error(verdict.fault.message)
  return verdict
}
export const box = { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }
export const triangle = { primitives: [{ attributes: { POSITION: 0 } }] }
