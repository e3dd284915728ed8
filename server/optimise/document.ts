import { type Document, Logger, NodeIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { dequantize } from '@gltf-transform/functions'
import draco3d from 'draco3d'
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer'
import { RenderError, readGlb } from '../render/glb.ts'
import { OptimiseFault } from './fault.ts'

const KNOWN = new Set<string>(ALL_EXTENSIONS.map(({ EXTENSION_NAME }) => EXTENSION_NAME))

/** How a mesh is packed: each variant is packed anew. */
const PACKING = /draco|meshopt/

/** Reads a GLB, unpacked. Throws {@link OptimiseFault} where it cannot be read, or has what would be lost on the way. */
export async function readDocument(glb: Uint8Array): Promise<{ document: Document; io: NodeIO }> {
  refuseLosses(glb)
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready])
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.decoder': await draco3d.createDecoderModule(),
    'meshopt.decoder': MeshoptDecoder,
    'meshopt.encoder': MeshoptEncoder,
  })
  io.setLogger(new Logger(Logger.Verbosity.SILENT))
  const document = await io.readBinary(glb).catch(() => {
    throw new OptimiseFault('The model cannot be read.')
  })
  for (const extension of document.getRoot().listExtensionsUsed())
    if (PACKING.test(extension.extensionName)) extension.dispose()
  // What is quantised already would be left as it is, and moved all the same.
  await document.transform(dequantize())
  return { document, io }
}

/** What the library does not know it leaves out without a word. */
function refuseLosses(glb: Uint8Array): void {
  const used = extensionsOf(glb)
  const lost = used.filter((name) => !KNOWN.has(name))
  if (lost.length === 0) return
  throw new OptimiseFault(`The model uses ${lost.slice(0, 3).join(', ')}, which would be lost.`)
}

function extensionsOf(glb: Uint8Array): string[] {
  try {
    const { extensionsUsed = [], extensionsRequired = [] } = readGlb(glb).json
    return [...new Set([...extensionsUsed, ...extensionsRequired])]
  } catch (fault) {
    if (fault instanceof RenderError) throw new OptimiseFault('The model cannot be read.')
    throw fault
  }
}
