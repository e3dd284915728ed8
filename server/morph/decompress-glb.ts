import { NodeIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import draco3d from 'draco3d'
import { MeshoptDecoder } from 'meshoptimizer'

export async function decompressGlb(glb: Uint8Array): Promise<Uint8Array> {
  await MeshoptDecoder.ready
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.decoder': await draco3d.createDecoderModule(),
    'meshopt.decoder': MeshoptDecoder,
  })
  const document = await io.readBinary(glb)
  for (const extension of document.getRoot().listExtensionsUsed())
    if (/draco|meshopt/.test(extension.extensionName)) extension.dispose()
  return io.writeBinary(document)
}
