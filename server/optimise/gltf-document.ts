import { type Document, Logger, NodeIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { dequantize } from '@gltf-transform/functions'
import draco3d from 'draco3d'
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer'
import { RenderError, readGlb } from '../render/glb.ts'
import { OptimiseError } from './optimise-error.ts'

const KNOWN_EXTENSIONS = new Set<string>(ALL_EXTENSIONS.map(({ EXTENSION_NAME }) => EXTENSION_NAME))

/** Compression extensions, which are removed because each variant is compressed again. */
const COMPRESSION_EXTENSIONS = /draco|meshopt/

/**
 * Reads and decompresses a GLB. Throws {@link OptimiseError} if the model is unreadable, or has extensions that would be lost.
 */
export async function readGltfDocument(glb: Uint8Array): Promise<{ document: Document; io: NodeIO }> {
  assertLossless(glb)
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready])
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.decoder': await draco3d.createDecoderModule(),
    'meshopt.decoder': MeshoptDecoder,
    'meshopt.encoder': MeshoptEncoder,
  })
  io.setLogger(new Logger(Logger.Verbosity.SILENT))
  const document = await io.readBinary(glb).catch(() => {
    throw new OptimiseError('The model cannot be read.')
  })
  for (const extension of document.getRoot().listExtensionsUsed())
    if (COMPRESSION_EXTENSIONS.test(extension.extensionName)) extension.dispose()
  // Without this, `quantize` would skip attributes that are already quantised, but still apply its transform to them.
  await document.transform(dequantize())
  return { document, io }
}

/** Throws {@link OptimiseError} for unknown extensions, because glTF-Transform drops them silently. */
function assertLossless(glb: Uint8Array): void {
  const used = listExtensions(glb)
  const lost = used.filter((name) => !KNOWN_EXTENSIONS.has(name))
  if (lost.length === 0) return
  throw new OptimiseError(`The model uses ${lost.slice(0, 3).join(', ')}, which would be lost.`)
}

function listExtensions(glb: Uint8Array): string[] {
  try {
    const { extensionsUsed = [], extensionsRequired = [] } = readGlb(glb).json
    return [...new Set([...extensionsUsed, ...extensionsRequired])]
  } catch (error) {
    if (error instanceof RenderError) throw new OptimiseError('The model cannot be read.')
    throw error
  }
}
