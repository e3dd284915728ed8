/** What a text FBX is made with; each part is laid in as it stands. */
export interface FbxParts {
  /** Lines of the material's properties, `P: …`. */
  material?: readonly string[]
  /** Further objects, and connections between them and the material 3, the geometry 2 or the model 1. */
  objects?: string
  connections?: readonly string[]
  /** Layers of the geometry besides its positions. */
  layers?: string
}

const encode = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer

/** A text FBX of one square of 100 units, worn by one Phong material. */
export function textFbx({ material = [], objects = '', connections = [], layers = '' }: FbxParts = {}): ArrayBuffer {
  return encode(`; FBX 7.4.0 project file
FBXHeaderExtension:  {
\tFBXHeaderVersion: 1003
\tFBXVersion: 7400
}
GlobalSettings:  {
\tProperties70:  {
\t\tP: "UnitScaleFactor", "double", "Number", "",1
\t}
}
Objects:  {
\tGeometry: 2, "Geometry::square", "Mesh" {
\t\tVertices: *12 {
\t\t\ta: -50,-50,0,50,-50,0,50,50,0,-50,50,0
\t\t}
\t\tPolygonVertexIndex: *4 {
\t\t\ta: 0,1,2,-4
\t\t}
${layers}\t}
\tModel: 1, "Model::square", "Mesh" {
\t\tVersion: 232
\t}
\tMaterial: 3, "Material::skin", "" {
\t\tVersion: 102
\t\tShadingModel: "phong"
\t\tProperties70:  {
${material.map((line) => `\t\t\t${line}\n`).join('')}\t\t}
\t}
${objects}}
Connections:  {
\tC: "OO",1,0
\tC: "OO",2,1
\tC: "OO",3,1
${connections.map((line) => `\t${line}\n`).join('')}}
`)
}

/**
 * A text FBX whose skin, geometry and model have one id, joined to itself `times` times: the loader binds a skeleton for
 * each pair of them.
 */
export function collidingFbx(times: number): ArrayBuffer {
  const deformer = '\tDeformer: 2, "Deformer::", "Skin" {\n\t\tVersion: 101\n\t}\n'
  const model = '\tModel: 2, "Model::again", "Mesh" {\n\t\tVersion: 232\n\t}\n'
  return textFbx({
    objects: `${deformer}${model}`,
    connections: Array.from({ length: times }, () => 'C: "OO",2,2'),
  })
}
