#include "app/options.hpp"

#include <gtest/gtest.h>

#include "app/option_values.hpp"
#include "turntile/turn_check.hpp"

namespace turntile::app {
namespace {

Command parse(std::vector<const char*> words) {
    words.insert(words.begin(), "turntile");
    return parse_command_line(static_cast<int>(words.size()), words.data());
}

TurnCommand turn_of_words(const std::vector<const char*>& words) {
    const Command command = parse(words);
    if (const auto* finished = std::get_if<Finished>(&command)) ADD_FAILURE() << finished->text;
    return std::holds_alternative<TurnCommand>(command) ? std::get<TurnCommand>(command)
                                                        : TurnCommand{};
}

int exit_code_of_words(const std::vector<const char*>& words) {
    const Command command = parse(words);
    return std::holds_alternative<Finished>(command) ? std::get<Finished>(command).exit_code : -1;
}

TEST(Options, KnowEveryTurn) {
    EXPECT_EQ(turn_of_words({"rotate", "90", "a", "-o", "b"}).request.turn, Turn::rotate_90);
    EXPECT_EQ(turn_of_words({"rotate", "180", "a", "-o", "b"}).request.turn, Turn::rotate_180);
    EXPECT_EQ(turn_of_words({"rotate", "270", "a", "-o", "b"}).request.turn, Turn::rotate_270);
    EXPECT_EQ(turn_of_words({"rotate", "-90", "a", "-o", "b"}).request.turn, Turn::rotate_270);
    EXPECT_EQ(turn_of_words({"rotate", "-o", "b", "-90", "a"}).request.turn, Turn::rotate_270);
    EXPECT_EQ(turn_of_words({"flip", "horizontal", "a", "-o", "b"}).request.turn,
              Turn::flip_horizontal);
    EXPECT_EQ(turn_of_words({"flip", "vertical", "a", "-o", "b"}).request.turn,
              Turn::flip_vertical);
    EXPECT_EQ(turn_of_words({"transpose", "a", "-o", "b"}).request.turn, Turn::transpose);
    EXPECT_EQ(turn_of_words({"transverse", "a", "-o", "b"}).request.turn, Turn::transverse);
    EXPECT_EQ(turn_of_words({"upright", "a", "-o", "b"}).request.turn, Turn::none);
    EXPECT_EQ(turn_of_words({"auto", "a", "-o", "b"}).request.turn, Turn::none);
}

TEST(Options, LeaveNamesAsTheyAre) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(turn_of_words({"rotate", "90", "x[0].png", "[a,b]", "a b", "-o", "out[1]"}).inputs,
              (Names{"x[0].png", "[a,b]", "a b"}));
    EXPECT_EQ(turn_of_words({"rotate", "90", "x", "-o", "out[1]"}).output, "out[1]");
    EXPECT_EQ(turn_of_words({"rotate", "90", "flip", "rotate", "-o", "x/"}).inputs,
              (Names{"flip", "rotate"}));
    EXPECT_EQ(turn_of_words({"rotate", "90", "a", "-o", "x/", "--", "-b", "--", "--json"}).inputs,
              (Names{"a", "-b", "--", "--json"}));
    EXPECT_EQ(turn_of_words({"rotate", "90", "-o", "x/", "--", "-90"}).inputs, Names{"-90"});
}

TEST(Options, OfARunWithALogForceItsFilesToTheDisk) {
    const auto durability = [](const std::vector<const char*>& words) {
        return turn_of_words(words).publishing.durability;
    };
    using io::Durability;
    EXPECT_EQ(durability({"rotate", "90", "a", "-o", "b"}), Durability::when_the_system_likes);
    EXPECT_EQ(durability({"rotate", "90", "a", "-o", "b", "--fsync"}), Durability::on_disk);
    EXPECT_EQ(durability({"rotate", "90", "a", "-o", "b", "--log", "c"}), Durability::on_disk);
    EXPECT_EQ(durability({"rotate", "90", "a", "-o", "b", "--resume", "c"}), Durability::on_disk);
}

TEST(Options, BecomeValues) {
    const TurnCommand command =
        turn_of_words({"rotate", "90", "a.jpg", "-i", "-r", "--naive", "--backend", "cpu", "-j",
                       "3", "--quality=80", "--allow", "pages,alpha", "--ignore-orientation",
                       "--overwrite", "--json", "-q"});
    EXPECT_TRUE(command.in_place && command.recursive && command.overwrite && command.json &&
                command.quiet);
    EXPECT_FALSE(command.output.has_value());
    EXPECT_TRUE(command.request.ignore_orientation);
    EXPECT_EQ(command.photo.method, Method::naive);
    EXPECT_EQ(command.backend, BackendChoice::cpu);
    EXPECT_EQ(command.jobs, 3);
    EXPECT_EQ(command.photo.jpeg_quality, 80);
    EXPECT_EQ(command.photo.allowed, (std::vector<Loss>{Loss::pages, Loss::alpha}));
}

TEST(Options, NameDevices) {
    EXPECT_EQ(turn_of_words({"rotate", "90", "--device", "0,2", "a.jpg", "-i"}).devices,
              (std::vector<int>{0, 2}));
    EXPECT_EQ(turn_of_words({"rotate", "90", "--device", "0", "a.jpg", "-i"}).inputs,
              std::vector<std::string>{"a.jpg"});
    EXPECT_TRUE(turn_of_words({"rotate", "90", "--device", "all", "a.jpg", "-i"}).all_devices);
    EXPECT_EQ(exit_code_of_words({"rotate", "90", "--device", "one", "a.jpg", "-i"}), 2);
}

TEST(Options, SayWhereInputsComeFrom) {
    const TurnCommand listed = turn_of_words({"rotate", "90", "--files-from", "list", "-0", "-o",
                                              "x", "--shard", "2/3", "--skip-existing", "-n"});
    EXPECT_EQ(listed.files_from, "list");
    EXPECT_TRUE(listed.nul_separated && listed.skip_existing && listed.dry_run);
    EXPECT_TRUE(listed.inputs.empty());
    EXPECT_EQ(listed.shard.index, 2);
    EXPECT_EQ(listed.shard.count, 3);
    EXPECT_EQ(turn_of_words({"rotate", "90", "a", "--files-from=-", "-o", "x"}).files_from, "-");
    EXPECT_TRUE(turn_of_words({"rotate", "90", "-", "-o", "-"}).reads_stdin());
    EXPECT_TRUE(turn_of_words({"rotate", "90", "a", "-o", "-"}).writes_stdout());
    EXPECT_FALSE(turn_of_words({"rotate", "90", "./-", "-o", "./-"}).reads_stdin());
    EXPECT_EQ(turn_of_words({"rotate", "-0", "-90", "--files-from", "l", "-i"}).request.turn,
              Turn::rotate_270);
}

TEST(Options, OfApplyNameOneList) {
    const TurnCommand command = turn_of_words({"apply", "-", "-o", "x"});
    EXPECT_EQ(command.turn_list, "-");
    EXPECT_TRUE(command.inputs.empty());
    EXPECT_FALSE(turn_of_words({"apply", "list"}).output.has_value());
    EXPECT_EQ(turn_of_words({"apply", "-i", "--", "-list"}).turn_list, "-list");
    EXPECT_EQ(exit_code_of_words({"apply", "a", "b", "-i"}), 2);
    EXPECT_EQ(exit_code_of_words({"apply", "a", "--files-from", "b", "-i"}), 2);
}

TEST(Options, TakeTurnsInManyWords) {
    for (const char* words : {"rotate 90", "rotate -270", "90", "rotate_90", "rotate  90"})
        EXPECT_EQ(parse_turn_words(words), Turn::rotate_90) << words;
    for (const char* words : {"upright", "auto", "none"})
        EXPECT_EQ(parse_turn_words(words), Turn::none) << words;
    for (const Turn turn : all_turns)
        EXPECT_EQ(parse_turn_words(name(turn)), turn);
    EXPECT_EQ(parse_turn_words("flip vertical"), Turn::flip_vertical);
    for (const char* words : {"", " ", "rotate", "rotate 91", "91", "flip", "flip 90", "Rotate 90",
                              "transpose 90", "rotate 90 90", "upright "})
        EXPECT_THROW(parse_turn_words(words), UsageError) << words;
}

TEST(Options, OfBenchHaveDefaults) {
    const Command command = parse({"bench"});
    ASSERT_TRUE(std::holds_alternative<BenchCommand>(command));
    const auto& bench = std::get<BenchCommand>(command);
    EXPECT_EQ(bench.sizes, (std::vector<Size>{{6000, 4000}}));
    EXPECT_EQ(bench.pixel_bytes, (std::vector<std::size_t>{1, 3, 4}));
    EXPECT_EQ(bench.turns, std::vector<Turn>{Turn::rotate_90});
}

TEST(Options, OfBenchAreTheSameWithAndWithoutTurn) {
    for (const bool spelled_out : {false, true}) {
        std::vector<const char*> words = {"bench"};
        if (spelled_out) words.push_back("turn");
        words.insert(words.end(),
                     {"--size", "10x20,30x40", "--pitch", "tight", "--batch", "7", "--all"});
        const Command command = parse(words);
        ASSERT_TRUE(std::holds_alternative<BenchCommand>(command));
        const auto& bench = std::get<BenchCommand>(command);
        EXPECT_EQ(bench.sizes, (std::vector<Size>{{10, 20}, {30, 40}}));
        EXPECT_TRUE(bench.tight_pitch);
        EXPECT_EQ(bench.batch, 7);
        EXPECT_EQ(bench.turns.size(), 7U);
        EXPECT_EQ(bench.pixel_bytes.size(), 8U);
    }
}

TEST(Options, OfBenchAccessNameRows) {
    const Command command =
        parse({"bench", "access", "--only", "stride-2,ladder", "--once", "--csv", "--device", "1"});
    ASSERT_TRUE(std::holds_alternative<AccessCommand>(command));
    const auto& access = std::get<AccessCommand>(command);
    EXPECT_EQ(access.only, (std::vector<std::string>{"stride-2", "ladder"}));
    EXPECT_TRUE(access.once && access.csv && !access.json);
    EXPECT_EQ(access.device, 1);
    EXPECT_TRUE(std::get<AccessCommand>(parse({"bench", "access"})).only.empty());
}

TEST(Options, RefuseWhatMakesNoSense) {
    EXPECT_EQ(exit_code_of_words({}), 2);
    EXPECT_EQ(exit_code_of_words({"rotate", "90", "a"}), 2);
    EXPECT_EQ(exit_code_of_words({"rotate", "91", "a", "-i"}), 2);
    EXPECT_EQ(exit_code_of_words({"rotate", "90", "a", "-i", "--wrong"}), 2);
    EXPECT_EQ(exit_code_of_words({"rotate", "90", "a", "-i", "-x"}), 2);
    EXPECT_EQ(exit_code_of_words({"wrong"}), 2);
    EXPECT_EQ(exit_code_of_words({"rotate", "90", "a", "-o"}), 2);
    EXPECT_EQ(exit_code_of_words({"bench", "--json", "--csv"}), 2);
    EXPECT_EQ(exit_code_of_words({"bench", "access", "--json", "--csv"}), 2);
    EXPECT_EQ(exit_code_of_words({"bench", "access", "--size", "1x1"}), 2);
    EXPECT_EQ(exit_code_of_words({"bench", "wrong"}), 2);
    EXPECT_EQ(exit_code_of_words({"devices", "wrong"}), 2);
}

TEST(Options, BenchLaunchTakesADevice) {
    const Command command = parse({"bench", "launch", "--device", "1", "--json"});
    ASSERT_TRUE(std::holds_alternative<LaunchCommand>(command));
    EXPECT_EQ(std::get<LaunchCommand>(command).device, 1);
    EXPECT_TRUE(std::get<LaunchCommand>(command).json);
}

}  // namespace
}  // namespace turntile::app
