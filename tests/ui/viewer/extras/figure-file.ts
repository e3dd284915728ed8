import { Document, NodeIO } from '@gltf-transform/core'

/** Returns a triangle with bones for chest, neck and head, and with a morph target for blinking, as a data URL. */
export async function createFigureFile(): Promise<string> {
  const document = new Document()
  const buffer = document.createBuffer()
  const accessor = (values: Float32Array | Uint16Array, type: 'VEC3' | 'VEC4') =>
    document.createAccessor().setType(type).setArray(values).setBuffer(buffer)
  const position = accessor(new Float32Array([0, 0, 0, 1, 0, 0, 0, 2, 0]), 'VEC3')
  const lids = document.createPrimitiveTarget().setAttribute('POSITION', accessor(new Float32Array(9), 'VEC3'))
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', position)
    .setAttribute('JOINTS_0', accessor(new Uint16Array(12), 'VEC4'))
    .setAttribute('WEIGHTS_0', accessor(new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]), 'VEC4'))
    .setMaterial(document.createMaterial('Cloth'))
    .addTarget(lids)
  const mesh = document.createMesh('body').addPrimitive(primitive)
  mesh.setExtras({ targetNames: ['eyesClosed'] }).setWeights([0])
  const head = document.createNode('Head').setTranslation([0, 0.2, 0])
  const neck = document.createNode('Neck').setTranslation([0, 0.2, 0]).addChild(head)
  const chest = document.createNode('Chest').setTranslation([0, 1.4, 0]).addChild(neck)
  const skin = document.createSkin().addJoint(chest).addJoint(neck).addJoint(head)
  const body = document.createNode('body').setMesh(mesh).setSkin(skin)
  document.createScene().addChild(chest).addChild(body)
  const bytes = await new NodeIO().writeBinary(document)
  return `data:model/gltf-binary;base64,${Buffer.from(bytes).toString('base64')}`
}
