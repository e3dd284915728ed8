import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

/** Whole applications on their way out of a store. */
export const transfer = {
  export: endpoint({
    method: 'GET',
    path: 'v1/assets/export/{applicationId}',
    summary:
      'All assets of an application with their files, as a ZIP archive. A download that broke off goes on with `Range` and `If-Range`.',
    access: ['export', 'Application'],
    returns: v.instance(Response),
    media: 'application/zip',
  }),
}
