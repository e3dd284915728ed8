import type { GLTFLoaderPlugin, GLTFParser } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { type GltfJson, indexed, type Part } from '../../files/gltf-json.ts'
import { breathe } from './pace.ts'

interface ViewDef {
  buffer?: number
  byteOffset?: number
  byteLength?: number
  extensions?: object
}

/**
 * Has the loader take its parts one after the other, with chances for the page in between: by itself it reads a file in
 * one task, however many parts it has. Views of the file's own chunk, `bin`, are cut from the file itself.
 */
export function partByPart(bin: Uint8Array<ArrayBuffer>): (parser: GLTFParser) => GLTFLoaderPlugin {
  const { buffer: file, byteOffset, byteLength } = bin
  const cut = (from: number, length: number) => {
    const start = byteOffset + Math.min(from, byteLength)
    return file.slice(start, Math.min(start + length, byteOffset + byteLength))
  }
  return (parser) => {
    const usual = parser.getDependency.bind(parser)
    const isOwn = (buffer: unknown) => buffer === 0 && parser.json.buffers?.[0]?.uri === undefined
    const read = (type: string, index: number): unknown => {
      if (type === 'buffer' && isOwn(index)) return cut(0, byteLength)
      const view: ViewDef = type === 'bufferView' ? (parser.json.bufferViews?.[index] ?? {}) : {}
      if (isOwn(view.buffer) && !view.extensions) return cut(view.byteOffset ?? 0, view.byteLength ?? 0)
      return usual(type, index)
    }
    const asked = new Map<string, Promise<unknown>>()
    const ask = inOrder()
    parser.getDependency = (type: string, index: number) => {
      // A skin names its joints as it is asked for; and of what is missing the loader tells at once, or loses promises.
      if (type === 'skin' || isMissing(parser.json, type, index)) return usual(type, index)
      const key = `${type}:${index}`
      const answer = asked.get(key) ?? ask(type === 'node', () => read(type, index))
      asked.set(key, answer)
      return answer
    }
    // What follows looks at every node there is.
    return { name: 'part-by-part', afterRoot: breathe }
  }
}

/** The document's lists of what may be missing. */
const LISTS: Readonly<Record<string, keyof GltfJson>> = {
  accessor: 'accessors',
  bufferView: 'bufferViews',
  mesh: 'meshes',
}

/** Whether a part, or a view that it says it lies in, is not in the document. */
function isMissing(json: GltfJson, type: string, index: number): boolean {
  const list = LISTS[type]
  if (list === undefined) return false
  const items: unknown = json[list]
  if (!Array.isArray(items) || items[index] === undefined) return true
  if (type !== 'accessor') return false
  const { bufferView, sparse } = indexed(items, index)
  const { indices, values } = (sparse ?? {}) as { indices?: Part; values?: Part }
  const views = [bufferView, indices?.['bufferView'], values?.['bufferView']].filter((view) => view !== undefined)
  return views.some((view) => isMissing(json, 'bufferView', Number(view)))
}

/**
 * Works through what it is asked, at the page's pace. Nodes go first and depth first, each followed by those that it asked
 * for: so nodes of one name get the same further names as they would from the loader alone.
 */
function inOrder(): (isNode: boolean, work: () => unknown) => Promise<unknown> {
  const nodes: (() => void)[] = []
  /** Nodes asked for since the last one was taken, in their order. */
  let found: (() => void)[] = []
  let others: (() => void)[] = []
  let done = 0
  let isAtWork = false
  const next = (): (() => void) | undefined => {
    nodes.push(...found.reverse())
    found = []
    return nodes.pop() ?? others[done++]
  }
  const run = async () => {
    isAtWork = true
    for (let work = next(); work; work = next()) {
      await breathe()
      work()
    }
    others = []
    done = 0
    isAtWork = false
  }
  return (isNode, work) =>
    new Promise((resolve, reject) => {
      const step = () => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      }
      if (isNode) found.push(step)
      else others.push(step)
      if (!isAtWork) void run()
    })
}
