import { type Cluster, type RunningServer, urlOf } from './cluster'

/** What copies of a running server are made from. */
export interface BackupSource {
  /** of the role that may replicate */
  url: string
  dataDir: string
  /** the server's own folder in it */
  folder: string
}

export const sourceOf = (cluster: Cluster, server: RunningServer): BackupSource => ({
  url: urlOf(cluster, server, 'sadok_backup', 'postgres'),
  dataDir: cluster.dataDir,
  folder: cluster.folder,
})
