// Uppy with its tus plugin at its defaults, except for the chunk size, which is ours. The page passes the endpoint and the token.
import Uppy from '@uppy/core'
import Tus from '@uppy/tus'

globalThis.begin = ({ endpoint, token, sha256, chunkSize }) => {
  const headers = { authorization: `Bearer ${token}` }
  const uppy = new Uppy({ autoProceed: true }).use(Tus, { endpoint, chunkSize, headers, allowedMetaFields: true })
  document.querySelector('input').addEventListener('change', ({ target: { files } }) => {
    globalThis.seen.at.chosen = performance.now()
    const [data] = files
    uppy.addFile({ name: data.name, type: data.type, data, meta: { kind: 'glb', filename: data.name, sha256 } })
  })
  uppy.on('upload-error', (_, error) => console.error(error.message))
  uppy.on('restriction-failed', (_, error) => console.error(error.message))
  uppy.on('upload-success', () => {
    globalThis.seen.at.sent = performance.now()
  })
}
