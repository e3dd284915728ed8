// biome-ignore lint/style/noDefaultExport: stands in for Node's `util`, which visage asks for as a whole
export default { inspect: {} }
