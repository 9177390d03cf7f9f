// Calls of object-relational mappers that empty or drop tables. The model is defined elsewhere in the project, so only the call
// is checked; a call with a condition is ignored.

/** Code without any of these words has none of the calls. */
export const emptyingWords = /drop|delete|destroy|truncate|synchroni[sz]e|\bsync\b|\bdel\b|indices/i;

const shapes: readonly RegExp[] = [
  // `Base.metadata.drop_all(engine)`, `schema.dropTableIfExists("t")`, `connection.drop_table(:t)`, `Schema::dropIfExists("t")`
  /(?:\.|->|::|\b)_?[dD]rop_?(?:[aA]ll(?:_?[tT]ables)?|[tT]ables?(?:_?[iI]f_?[eE]xists)?|[dD]atabases?|[sS]chema|[cC]ollection|[iI]f_?[eE]xists)!?\s*\(/,
  /\bdrop_(?:table|database)\s+:/,
  // `User.objects.all().delete()`, `session.query(User).delete()`, `User::query()->delete()`
  /\.objects\s*\.all\(\)\s*\.delete\(/,
  /\.query\(\s*\w+\s*\)\s*\.delete\(|\bquery\(\)\s*->\s*(?:forceD|d)elete\(|\.query\.delete\(/,
  /\bexecute\(\s*delete\(\s*\w+\s*\)\s*\)/,
  // `User.delete_all`, `Repo.delete_all(User)`
  /\b[A-Z]\w*(?:\.unscoped|\.all)?\.(?:delete_all|destroy_all|truncate!?)\b(?!\s*\()/,
  /\bRepo\.delete_all\(\s*[A-Z]\w*\s*\)/,
  // `prisma.user.deleteMany()`, `User.deleteMany({})`
  /\.delete_?[mM]any\(\s*(?:\{\s*\})?\s*\)/,
  // `sequelize.sync({ force: true })`, `dataSource.synchronize(true)`, `User.destroy({ truncate: true })`
  /\.sync\(\s*\{[^{}]{0,80}\bforce\s*:\s*true/,
  /\bsynchroni[sz]e\(\s*true/,
  /\.destroy\(\s*\{[^{}]{0,80}\btruncate\s*:\s*true|\.destroy\(\s*\{\s*where\s*:\s*\{\s*\}/,
  /\bsequelize\.drop\(/,
  // `knex("users").truncate()`, `DB::table("users")->delete()`
  /["']\)(?:\.|->)(?:truncate|del|delete)\(\s*\)|->truncate\(\s*\)/,
  // `db.delete(users)` of drizzle
  /\b(?:db|tx)\.delete\(\s*\w+\s*\)(?!\s*\.where)/,
  /\bindices\.delete\(/,
];

export const emptyingCalls = new RegExp(shapes.map(({ source }) => source).join("|"), "g");
