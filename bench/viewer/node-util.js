// biome-ignore lint/style/noDefaultExport: replaces Node's `util`, which visage imports as a default export
export default { inspect: {} }
